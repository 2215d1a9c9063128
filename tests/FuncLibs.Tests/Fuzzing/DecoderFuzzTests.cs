using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using Testing;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// All registered decoders over changed documents: 200,000 of each content id in each run, 5,000,000 with
/// TELEMETRY_TESTS_NIGHTLY=1. Names of one content id are read by one decoder, and share them.
/// </summary>
public sealed class DecoderFuzzTests
{
    private const long InputsInEachRun = 200_000;
    private const long InputsANight = 5_000_000;

    private static readonly long Inputs = FuzzLength.Get(InputsInEachRun, InputsANight);

    public static TheoryData<string> Names => [.. BuiltInSerializers.CreateRegistry().Names];

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_ChangedDocuments_IsAlwaysAnOutcome(string name)
    {
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry();
        byte content = registry.Create(name)!.ContentId;
        long each = (Inputs / registry.Names.Count(one => registry.Create(one)!.ContentId == content)) + 1;
        using var fuzzer = new DecoderFuzzer(name);

        fuzzer.Run(first: 1, each);

        fuzzer.Decoded.ShouldBeGreaterThan(
            (int)(each / 100), "changes that leave nothing to decode test only the first bytes");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_TheCorpus_IsAlwaysAnOutcome(string name)
    {
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create(name)!;
        var target = new CDataBlock(BlockLayout.Empty);
        Seeds.Corpus.Count.ShouldBeGreaterThan(0);
        foreach (byte[] bytes in Seeds.Corpus)
        {
            DecodeOutcome outcome = serializer.Deserialize(GuardedCopy.Of(bytes), target);

            target.IsValid.ShouldBe(outcome.IsOk, outcome.ToString());
        }
    }
}

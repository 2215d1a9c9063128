using FuncLibs.Objects;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// All serializers of objects over changed objects: 200,000 of each in each run, 5,000,000 with
/// TELEMETRY_TESTS_NIGHTLY=1, as many as TELEMETRY_TESTS_FUZZ says.
/// </summary>
public sealed class ObjectFuzzTests
{
    private const long InputsInEachRun = 200_000;
    private const long InputsANight = 5_000_000;

    private static readonly long Inputs = FuzzLength.Get(InputsInEachRun, InputsANight);

    public static TheoryData<string> Names => [.. ObjectFormat.Names];

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_ChangedObjects_IsAlwaysAnOutcome(string name)
    {
        using ObjectFuzzer fuzzer = new(name);

        fuzzer.Run(first: 1, Inputs);

        fuzzer.Decoded.ShouldBeGreaterThan(
            (int)(Inputs / 100), "changes that leave nothing to decode test only the first bytes");
    }
}

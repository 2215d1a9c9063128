using System.Buffers;
using FuncLibs.Objects;
using Testing.Fuzzing;
using static FuncLibs.Tests.Objects.Graph.GraphTrial;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>
/// Changed documents with references, names that changed and members that are not known, read anew, into objects that
/// are there, and merged: 200,000 in each run, 5,000,000 with TELEMETRY_TESTS_NIGHTLY=1.
/// </summary>
public sealed class GraphFuzzTests
{
    private static readonly long Inputs = FuzzLength.Get(inEachRun: 200_000, aNight: 5_000_000);


    [Fact]
    public void Deserialize_ChangedDocuments_IsAlwaysAnOutcome() => Run((bytes, number) =>
    {
        ObjectOutcome read = Graphs.Deserialize(bytes, out GraphTest? value);
        if (read.IsOk)
            Graphs.Serialize(value, new ArrayBufferWriter<byte>()).Status.ShouldBeOneOf(
                [ObjectStatus.Ok, ObjectStatus.LimitExceeded], $"input {number}");
        return read;
    });

    [Fact]
    public void Populate_ChangedDocuments_IsAlwaysAnOutcome() => Run(
        (bytes, number) => Graphs.Populate(
            bytes, GraphTest.Create(), number % 2 == 0 ? null : new ListMerge { Removes = number % 3 == 0 }));

    // The object has one member that is known: all others are kept, and written again.
    [Fact]
    public void Serialize_UnknownMembersOfChangedDocuments_IsAlwaysAnOutcome() => Run(
        (bytes, number) =>
        {
            ObjectOutcome read = Graphs.Deserialize(bytes, out PartOfAnOldProgram? value);
            if (read.IsOk)
                Graphs.Serialize(value, new ArrayBufferWriter<byte>()).Status.ShouldBeOneOf(
                    [ObjectStatus.Ok, ObjectStatus.LimitExceeded], $"input {number}");
            return read;
        });

    private static void Run(Func<byte[], int, ObjectOutcome> read)
    {
        byte[][] seeds =
        [
            Write(Graphs, GraphTest.Create()),
            Write(Trees, GraphTest.Create()),
            Write(Graphs, new PartV1 { Title = "a part", Gone = new GraphSensor { Serial = "a part" } }),
        ];
        int decoded = 0;
        for (int number = 1; number <= Inputs / 3; number++)
        {
            Mutator mutator = new((ulong)number);
            byte[] seed = seeds[number % seeds.Length];
            ObjectOutcome outcome = read(mutator.Changed(seed, seeds[(number + 1) % seeds.Length]), number);
            outcome.Status.ShouldNotBe(ObjectStatus.None, $"input {number}");
            outcome.Status.ShouldNotBe(ObjectStatus.UnsupportedType, $"input {number}: {outcome}");
            decoded += outcome.IsOk ? 1 : 0;
        }

        decoded.ShouldBeGreaterThan((int)(Inputs / 300), "changes that leave nothing to decode test only the first bytes");
    }
}

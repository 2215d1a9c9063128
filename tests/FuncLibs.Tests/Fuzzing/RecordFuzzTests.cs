using FuncLibs.Objects.Records;
using FuncLibs.Tests.Objects.Records;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// The reader of records over changed streams: 200,000 in each run, 5,000,000 with TELEMETRY_TESTS_NIGHTLY=1, as many
/// as TELEMETRY_TESTS_FUZZ says.
/// <see cref="RecordTrial.Read"/> checks that the pieces have no hole between them and that the account closes.
/// </summary>
public sealed class RecordFuzzTests
{
    private const long InputsInEachRun = 200_000;
    private const long InputsANight = 5_000_000;

    // The window of a reader, and what the test itself keeps of the pieces.
    private const long MaxAllocation = 1 << 20;

    private static readonly long Inputs = FuzzLength.Get(InputsInEachRun, InputsANight);

    [Fact]
    public void Read_ChangedStreams_IsAlwaysAnAccount()
    {
        byte[][] seeds =
        [
            RecordTrial.Write("a", "bb", "ccc", "", "eeeee"),
            RecordTrial.Write([[.. RecordFrame.Marker, 1], [], new byte[300]], out _),
            [.. RecordTrial.Header(60 << 20, 0), .. RecordTrial.Header(9, 1), .. RecordTrial.Write("a")],
        ];
        long good = 0;
        for (long number = 1; number <= Inputs; number++)
        {
            Mutator mutator = new((ulong)number);
            byte[] bytes = mutator.Changed(seeds[mutator.Next(seeds.Length)], seeds[mutator.Next(seeds.Length)]);
            long allocated = GC.GetAllocatedBytesForCurrentThread();

            RecordReading read = RecordTrial.Read(bytes, 1 + mutator.Next(400));

            allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
            if (allocated > MaxAllocation)
                Assert.Fail($"input {number}: {allocated} bytes of memory for {bytes.Length}");
            good += read.Account.Good;
        }

        good.ShouldBeGreaterThan(Inputs);
    }
}

using System.Buffers;
using System.Diagnostics;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using Testing;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// Feeds one decoder changed documents from memory that ends at a forbidden page, and checks what every decoder
/// promises.
/// </summary>
internal sealed class DecoderFuzzer : IDisposable
{
    private const int FreshTargetEvery = 256;
    private const int LargeSeedEvery = 64;
    private const long MaxAllocation = 6 << 20;
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(5);

    // Small, so that one document above them is seen in the memory it takes.
    private static readonly BlockLimits Limits =
        new() { Channels = 64, Columns = 512, PointsPerColumn = 4096, Values = 65_536, Bits = 512 };

    private readonly IBlockSerializer _serializer;
    private readonly byte[][] _small;
    private readonly byte[][] _large;
    private readonly FuzzLog _log;
    private readonly ArrayBufferWriter<byte> _output = new();
    private readonly CDataBlock _again = new(BlockLayout.Empty);
    private CDataBlock _target = new(BlockLayout.Empty);

    public DecoderFuzzer(string name)
    {
        _serializer = BuiltInSerializers.CreateRegistry(Limits).Create(name)!;
        byte[][] seeds = Seeds.Of(_serializer);
        _small = [.. seeds.Where(seed => seed.Length <= Seeds.SmallBytes)];
        _large = [.. seeds.Where(seed => seed.Length > Seeds.SmallBytes)];
        _log = new FuzzLog(name);
    }

    /// <summary>Inputs that decoded, to see that the changes do not break everything at the first byte.</summary>
    public int Decoded { get; private set; }

    /// <summary>Runs the inputs of these numbers.</summary>
    public void Run(long first, long count)
    {
        for (long number = first; number < first + count; number++)
            _log.Check(number, Make(number), _serializer.Name, Fault);
    }

    public void Dispose() => _log.Dispose();

    private byte[] Make(long number)
    {
        var mutator = new Mutator((ulong)number);
        byte[][] seeds = mutator.Next(LargeSeedEvery) == 0 && _large.Length > 0 ? _large : _small;
        byte[] bytes = mutator.Changed(seeds[mutator.Next(seeds.Length)], _small[mutator.Next(_small.Length)]);
        if (number % FreshTargetEvery == 0)
            _target = new CDataBlock(BlockLayout.Empty);
        return bytes;
    }

    private string? Fault(byte[] bytes)
    {
        Span<byte> guarded = GuardedCopy.Of(bytes);
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        DecodeOutcome outcome = _serializer.Deserialize(guarded, _target);
        TimeSpan time = Stopwatch.GetElapsedTime(start);
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        bool isInside = outcome.Format?.Contains("inside", StringComparison.Ordinal) == true;
        return outcome.Status == DecodeStatus.None ? "no outcome"
            : _target.IsValid != outcome.IsOk ? $"the target is {(_target.IsValid ? "valid" : "invalid")} after "
                + $"{outcome}"
            : outcome.Offset < 0 || (outcome.Offset > bytes.Length && !isInside) ? $"an offset outside: {outcome}"
            : !outcome.IsOk
                && (outcome.Format is null || outcome.Expected is null
                    || outcome.Found is null && outcome.Value is null) ? $"half an outcome: {outcome}"
            : allocated > MaxAllocation ? $"{allocated} bytes of memory for {bytes.Length}"
            : time > MaxTime ? $"{time} for {bytes.Length} bytes"
            : outcome.IsOk ? FaultOfRoundTrip() : null;
    }

    // What was read can be written, and reads as the same.
    private string? FaultOfRoundTrip()
    {
        Decoded++;
        _output.ResetWrittenCount();
        _serializer.Serialize(_target, _output);
        DecodeOutcome outcome = _serializer.Deserialize(_output.WrittenSpan, _again);
        return outcome.IsOk ? BlockEquality.Difference(_target, _again) : $"what it decodes to is written as {outcome}";
    }
}

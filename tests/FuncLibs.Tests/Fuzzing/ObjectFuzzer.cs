using System.Buffers;
using System.Diagnostics;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using FuncLibs.Tests.Objects;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>Feeds one serializer of objects changed objects, and checks what each of them promises.</summary>
internal sealed class ObjectFuzzer : IDisposable
{
    private const int MaxBytes = 64 * 1024;

    // An input has some hundred bytes; a length that it claims must not become memory.
    private const long MaxAllocation = 8 * MaxBytes;
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(5);

    private readonly IObjectSerializer _serializer;
    private readonly IObjectSeed[] _seeds;
    private readonly FuzzLog _log;

    public ObjectFuzzer(string name)
    {
        _serializer = ObjectSerializers.Create(
            name, new ObjectTypes { Json = ObjectJson.Default }, new ObjectLimits { MaxBytes = MaxBytes })!;
        List<IObjectSeed> seeds =
        [
            new ObjectSeed<Order>(_serializer, Order.Create()),
            new ObjectSeed<Order>(_serializer, new Order()),
            new ObjectSeed<Chain>(_serializer, Chain.OfLength(20)),
            new ObjectSeed<Dictionary<int, int>>(
                _serializer, new() { [0] = 1, [-1] = 70_000, [int.MaxValue] = int.MinValue }),
            new ObjectSeed<int[]>(_serializer, [0, -1, 200, 70_000]),
        ];

        // protobuf needs a contract.
        if (name != ObjectFormat.Protobuf)
            seeds.Add(new ObjectSeed<Strict>(_serializer, new Strict { Name = "n", Number = 3 }));
        _seeds = [.. seeds];
        _log = new FuzzLog($"object-{name}");
    }

    /// <summary>Inputs that decoded, to see that the changes do not break everything at the first byte.</summary>
    public int Decoded { get; private set; }

    /// <summary>Runs the inputs of these numbers.</summary>
    public void Run(long first, long count)
    {
        for (long number = first; number < first + count; number++)
        {
            Mutator mutator = new((ulong)number);
            IObjectSeed seed = _seeds[mutator.Next(_seeds.Length)];
            byte[] bytes = mutator.Changed(seed.Bytes, _seeds[mutator.Next(_seeds.Length)].Bytes);
            _log.Check(number, bytes, $"{_serializer.Name}, {seed}", changed => Fault(seed, changed));
        }
    }

    public void Dispose() => _log.Dispose();

    private string? Fault(IObjectSeed seed, byte[] bytes)
    {
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        ObjectOutcome outcome = seed.Read(_serializer, bytes);
        TimeSpan time = Stopwatch.GetElapsedTime(start);
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        return outcome.Status is ObjectStatus.None or ObjectStatus.UnsupportedType or ObjectStatus.Failed
                ? $"no outcome of reading: {outcome}"
            : outcome.Offset < -1 || outcome.Offset > bytes.Length ? $"an offset outside: {outcome}"
            : !outcome.IsOk && (outcome.Reason is null || outcome.Format is null) ? $"half an outcome: {outcome}"
            : allocated > MaxAllocation ? $"{allocated} bytes of memory for {bytes.Length}"
            : time > MaxTime ? $"{time} for {bytes.Length} bytes"
            : outcome.IsOk ? FaultOfRoundTrip(seed) : null;
    }

    private string? FaultOfRoundTrip(IObjectSeed seed)
    {
        Decoded++;
        return seed.WriteAgain(_serializer);
    }
}

/// <summary>Bytes of a sound object, to be changed and read as its type again.</summary>
internal interface IObjectSeed
{
    /// <summary>The bytes.</summary>
    byte[] Bytes { get; }

    /// <summary>Reads changed bytes.</summary>
    ObjectOutcome Read(IObjectSerializer serializer, byte[] bytes);

    /// <summary>Writes what was read, and reads that: what is wrong; null nothing.</summary>
    string? WriteAgain(IObjectSerializer serializer);
}

/// <inheritdoc cref="IObjectSeed"/>
internal sealed class ObjectSeed<T> : IObjectSeed
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private T? _value;

    public ObjectSeed(IObjectSerializer serializer, T value)
    {
        serializer.Serialize(value, _output).IsOk.ShouldBeTrue();
        Bytes = _output.WrittenSpan.ToArray();
    }

    public byte[] Bytes { get; }

    public ObjectOutcome Read(IObjectSerializer serializer, byte[] bytes) => serializer.Deserialize(bytes, out _value);

    public string? WriteAgain(IObjectSerializer serializer)
    {
        _output.ResetWrittenCount();
        ObjectOutcome written = serializer.Serialize(_value, _output);
        if (!written.IsOk)
            return $"what it decodes to is not written: {written}";
        ObjectOutcome read = serializer.Deserialize(_output.WrittenMemory, out T? _);
        return read.IsOk ? null : $"what it decodes to is written as {read}";
    }

    public override string ToString() => typeof(T).Name;
}

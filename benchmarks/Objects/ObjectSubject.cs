using System.Buffers;
using System.Text.Json;
using Benchmarks.Measuring;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;

namespace Benchmarks.Objects;

/// <summary>One serializer over one object, which it gave back equal.</summary>
internal interface IObjectSubject
{
    /// <summary>Name of the format, or of a variant of it.</summary>
    string Name { get; }

    /// <summary>Length of the object.</summary>
    int Bytes { get; }

    /// <summary>Makes what a thread calls; it has buffers of its own.</summary>
    ObjectWorker CreateWorker();
}

/// <summary>Makes subjects.</summary>
internal static class ObjectSubject
{
    private static readonly string[] Formats =
    [
        ObjectFormat.MessagePack, ObjectFormat.Nerdbank, ObjectFormat.JsonGenerated, ObjectFormat.JsonDefault,
        ObjectFormat.JsonTuned, ObjectFormat.JsonPooled, ObjectFormat.Newtonsoft, ObjectFormat.Cbor,
        ObjectFormat.Protobuf,
    ];

    private static readonly ObjectTypes Types =
        new() { Json = ObjectJsonContext.Default, Shapes = ObjectShapes.GeneratedTypeShapeProvider };

    private static readonly ObjectLimits Limits = new() { MaxBytes = 512 << 20 };

    /// <summary>Every serializer over an object.</summary>
    /// <exception cref="InvalidDataException">A serializer gave another object back.</exception>
    public static IReadOnlyList<IObjectSubject> CreateAll<T>(T value) =>
        [.. Formats.Select(format => Create(format, value))];

    /// <summary>
    /// Every serializer over a record or a list of records, MessagePack also with numbers for keys, and so bare.
    /// </summary>
    /// <param name="value">With names for keys.</param>
    /// <param name="keyed">The same with numbers.</param>
    /// <exception cref="InvalidDataException">A serializer gave another object back.</exception>
    public static IReadOnlyList<IObjectSubject> CreateAll<T, TKeyed>(T value, TKeyed keyed) =>
    [
        Create(ObjectFormat.MessagePack, keyed, Keyed(ObjectFormat.MessagePack)),
        Create(ObjectFormat.Nerdbank, keyed, Keyed(ObjectFormat.Nerdbank)),
        CreateBare(keyed),
        .. CreateAll(value),
    ];

    /// <summary>One serializer over an object.</summary>
    /// <param name="format">Which serializer.</param>
    /// <param name="value">The object.</param>
    /// <param name="name">Name of the subject; null = that of the format.</param>
    /// <exception cref="InvalidDataException">The serializer gave another object back.</exception>
    public static IObjectSubject Create<T>(string format, T value, string? name = null) =>
        new ObjectSubject<T>(name ?? format, CreateSerializer(format), value);

    /// <summary>MessagePack for C# without the facade, over an object.</summary>
    /// <exception cref="InvalidDataException">The library gave another object back.</exception>
    public static IObjectSubject CreateBare<T>(T value)
    {
        BareMessagePack bare = new();
        return new ObjectSubject<T>(Keyed(bare.Name), bare, value);
    }

    /// <summary>A serializer that knows the generated types.</summary>
    public static IObjectSerializer CreateSerializer(string format) =>
        ObjectSerializers.Create(format, Types, Limits)!;

    /// <summary>Name of the variant that has numbers for keys.</summary>
    public static string Keyed(string format) => $"{format}-keys";

    /// <summary>Whether a subject is MessagePack behind the facade.</summary>
    public static bool IsMessagePack(string name) =>
        name.StartsWith(ObjectFormat.MessagePack, StringComparison.Ordinal)
        || name.StartsWith(ObjectFormat.Nerdbank, StringComparison.Ordinal);

    /// <summary>Whether the bytes of a subject are JSON.</summary>
    public static bool IsJson(string name) =>
        name.StartsWith("json", StringComparison.Ordinal) || name == ObjectFormat.Newtonsoft;
}

/// <summary>One serializer over one object.</summary>
internal sealed class ObjectSubject<T> : IObjectSubject
{
    private readonly IObjectSerializer _serializer;
    private readonly T _value;
    private readonly string _content;
    private readonly byte[] _bytes;

    /// <summary>Writes the object, reads it and compares.</summary>
    /// <param name="name">Name of the subject.</param>
    /// <param name="serializer">The serializer.</param>
    /// <param name="value">The object.</param>
    /// <exception cref="InvalidDataException">The serializer failed, or gave another object back.</exception>
    public ObjectSubject(string name, IObjectSerializer serializer, T value)
    {
        Name = name;
        _serializer = serializer;
        _value = value;
        _content = JsonSerializer.Serialize(value);
        ArrayBufferWriter<byte> output = new();
        Require(serializer.Serialize(value, output));
        _bytes = output.WrittenSpan.ToArray();
        CreateWorker().Check();
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public int Bytes => _bytes.Length;

    /// <inheritdoc/>
    public ObjectWorker CreateWorker() => new Worker(this);

    private void Require(ObjectOutcome outcome)
    {
        if (!outcome.IsOk)
            throw new InvalidDataException($"{Name}: {outcome}");
    }

    private sealed class Worker(ObjectSubject<T> subject) : ObjectWorker
    {
        private readonly ArrayBufferWriter<byte> _output = new(subject._bytes.Length + 1024);

        public override void Write()
        {
            _output.ResetWrittenCount();
            subject.Require(subject._serializer.Serialize(subject._value, _output));
        }

        public override void Read() => Read(subject._bytes);

        public override void Run()
        {
            Write();
            Read(_output.WrittenMemory);
        }

        public override void Check()
        {
            Write();
            if (!_output.WrittenSpan.SequenceEqual(subject._bytes))
                throw new InvalidDataException($"{subject.Name} writes a {typeof(T).Name} in another way now");
            if (JsonSerializer.Serialize(Read(_output.WrittenMemory)) != subject._content)
                throw new InvalidDataException($"{subject.Name} gives another {typeof(T).Name} back");
        }

        private T? Read(ReadOnlyMemory<byte> input)
        {
            subject.Require(subject._serializer.Deserialize(input, out T? again));
            return again;
        }
    }
}

/// <summary>What one thread does with a subject; an operation of a load is a round trip.</summary>
internal abstract class ObjectWorker : ILoadWorker
{
    /// <summary>Writes the object.</summary>
    public abstract void Write();

    /// <summary>Reads the object.</summary>
    public abstract void Read();

    /// <summary>Writes the object and reads what was written.</summary>
    public abstract void Run();

    /// <summary>Writes and reads once more, and compares with the first time.</summary>
    public abstract void Check();
}

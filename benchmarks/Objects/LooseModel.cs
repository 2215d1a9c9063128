using System.Buffers;
using System.Text.Json;
using FuncLibs.Objects;

namespace Benchmarks.Objects;

/// <summary>Writes and reads a record by its loose model.</summary>
/// <param name="Format">The format.</param>
/// <param name="Write">Writes the model.</param>
/// <param name="Read">Reads it, all of it: where values are made when they are asked for, they are.</param>
internal sealed record LooseModel(string Format, Action Write, Action Read)
{
    /// <summary>Through the facade.</summary>
    /// <typeparam name="T">The model.</typeparam>
    /// <param name="format">The format.</param>
    /// <param name="record">What the model is of.</param>
    /// <param name="copy">Makes of what was read a model as a program builds it.</param>
    /// <param name="touch">Asks for every value; null where reading makes them.</param>
    /// <exception cref="InvalidDataException">The model does not give the record back.</exception>
    public static LooseModel Create<T>(string format, Record23 record, Func<T, T> copy, Action<T>? touch = null)
    {
        IObjectSerializer serializer = ObjectSubject.CreateSerializer(format);
        return Create(format, record, Write, Read, copy, touch);

        void Write(T loose, IBufferWriter<byte> output) => Require(format, serializer.Serialize(loose, output));

        T Read(ReadOnlyMemory<byte> input)
        {
            Require(format, serializer.Deserialize(input, out T? loose));
            return loose!;
        }
    }

    /// <summary>By the library itself.</summary>
    /// <typeparam name="T">The model.</typeparam>
    /// <param name="format">The format.</param>
    /// <param name="record">What the model is of.</param>
    /// <param name="write">Writes a model.</param>
    /// <param name="read">Reads one.</param>
    /// <exception cref="InvalidDataException">The model does not give the record back.</exception>
    public static LooseModel Create<T>(
        string format, Record23 record, Action<T, IBufferWriter<byte>> write, Func<ReadOnlyMemory<byte>, T> read) =>
        Create(format, record, write, read, loose => loose, null);

    private static LooseModel Create<T>(
        string format,
        Record23 record,
        Action<T, IBufferWriter<byte>> write,
        Func<ReadOnlyMemory<byte>, T> read,
        Func<T, T> copy,
        Action<T>? touch)
    {
        IObjectSerializer typed = ObjectSubject.CreateSerializer(format);
        ArrayBufferWriter<byte> output = new();
        Require(format, typed.Serialize(record, output));
        byte[] bytes = output.WrittenSpan.ToArray();
        T model = copy(read(bytes));
        Write();
        Require(format, typed.Deserialize(output.WrittenMemory, out Record23? again));
        if (JsonSerializer.Serialize(again) != JsonSerializer.Serialize(record))
            throw new InvalidDataException($"{format}: the loose model gives another record back");
        return new LooseModel(format, Write, Read);

        void Write()
        {
            output.ResetWrittenCount();
            write(model, output);
        }

        void Read()
        {
            T loose = read(bytes);
            touch?.Invoke(loose);
        }
    }

    private static void Require(string format, ObjectOutcome outcome)
    {
        if (!outcome.IsOk)
            throw new InvalidDataException($"{format}, loose: {outcome}");
    }
}

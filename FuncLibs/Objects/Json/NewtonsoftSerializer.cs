using System.Buffers;
using System.Text;
using FuncLibs.Objects.Streams;
using Newtonsoft.Json;

namespace FuncLibs.Objects.Json;

/// <summary>Newtonsoft.Json: it works on characters, so bytes pass a reader and a writer of UTF-8.</summary>
/// <param name="limits">What an object may be.</param>
internal sealed class NewtonsoftSerializer(ObjectLimits limits)
    : LibrarySerializer(ObjectFormat.Newtonsoft, ObjectFormat.JsonType, limits)
{
    private const string DepthText = "The reader's MaxDepth";
    private const string CycleText = "Self referencing loop";
    private const string RequiredText = "Required property";
    private const string TrailingText = "Additional text encountered";

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    // One for all threads: it keeps nothing of an object. Types are never named by the input.
    private readonly JsonSerializer _serializer = JsonSerializer.Create(new JsonSerializerSettings
    {
        MaxDepth = limits.MaxDepth,
        TypeNameHandling = TypeNameHandling.None,
        MetadataPropertyHandling = MetadataPropertyHandling.Ignore,
        CheckAdditionalContent = true,
        DateParseHandling = DateParseHandling.None,
    });

    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        using PooledStream stream = new(Limits.MaxBytes);
        using (StreamWriter text = new(stream, Utf8, leaveOpen: true))
        using (DepthLimitedJsonWriter writer = new(text, Limits.MaxDepth))
            _serializer.Serialize(writer, value, typeof(T));
        output.Write(stream.Written);
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        // The library takes white space, and comments, which JSON has not, for null.
        int first = input.Span.IndexOfAnyExcept(" \t\r\n"u8);
        if (first < 0)
            throw new EndOfStreamException("there is no JSON value");
        if (input.Span[first] == (byte)'/')
            throw new JsonReaderException("JSON has no comments");
        using StreamReader text = new(new MemoryInput(input), Utf8, detectEncodingFromByteOrderMarks: false);
        using JsonTextReader reader = new(text) { MaxDepth = Limits.MaxDepth };
        T? value = _serializer.Deserialize<T>(reader);
        consumed = input.Length;
        return value;
    }

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) =>
        fault is JsonSerializationException
        && (Says(fault, "Could not create an instance") || Says(fault, "Unable to find a constructor"));

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) => Says(fault, DepthText) || Says(fault, CycleText);

    /// <inheritdoc/>
    protected override bool IsMissingMember(Exception fault) =>
        fault is JsonSerializationException && Says(fault, RequiredText);

    /// <inheritdoc/>
    protected override bool IsTrailingFault(Exception fault) => Says(fault, TrailingText);

    /// <inheritdoc/>
    protected override bool IsEndFault(Exception fault) => Says(fault, "Unexpected end");

    // What says that a whole value is none of its type is no fault of the text.
    /// <inheritdoc/>
    protected override bool IsCutFault(Exception fault, ReadOnlySpan<byte> input) =>
        fault is DecoderFallbackException
            ? Rune.DecodeLastFromUtf8(input, out _, out _) == OperationStatus.NeedMoreData
            : fault is JsonReaderException && OffsetOf(fault, input) == input.Length
                && !Says(fault, "Could not convert") && !Says(fault, "JSON integer");

    /// <inheritdoc/>
    protected override string? PathOf(Exception fault) => fault switch
    {
        JsonReaderException { Path: { Length: > 0 } path } => "$." + path,
        JsonSerializationException { Path: { Length: > 0 } path } => "$." + path,
        _ => null,
    };

    /// <inheritdoc/>
    protected override long OffsetOf(Exception fault, ReadOnlySpan<byte> input) => fault switch
    {
        JsonReaderException { LineNumber: > 0 } read =>
            JsonTextOffset.Of(input, read.LineNumber - 1, read.LinePosition),
        JsonSerializationException { LineNumber: > 0 } made =>
            JsonTextOffset.Of(input, made.LineNumber - 1, made.LinePosition),
        _ => -1,
    };

    private static bool Says(Exception fault, string text) => fault.Message.StartsWith(text, StringComparison.Ordinal);

    // The library has no limit of depth when it writes.
    private sealed class DepthLimitedJsonWriter(TextWriter text, int maxDepth) : JsonTextWriter(text)
    {
        public override void WriteStartObject()
        {
            Check();
            base.WriteStartObject();
        }

        public override void WriteStartArray()
        {
            Check();
            base.WriteStartArray();
        }

        private void Check()
        {
            if (Top >= maxDepth)
                throw new ObjectLimitException($"it has more than {maxDepth} levels");
        }
    }
}

using System.Text.Json;

namespace FuncLibs.Objects.Json;

/// <summary>What faults of System.Text.Json mean.</summary>
/// <param name="name">Name of the serializer.</param>
/// <param name="limits">What an object may be.</param>
internal abstract class JsonFacade(string name, ObjectLimits limits)
    : LibrarySerializer(name, ObjectFormat.JsonType, limits)
{
    // The library has no codes: its texts are the same in every culture, and tests pin them.
    private const string DepthText = "The maximum configured depth";
    private const string WriteDepthText = "CurrentDepth (";
    private const string CycleText = "A possible object cycle";
    private const string RequiredText = "JSON deserialization for type";
    private static readonly string[] EndTexts =
        ["reached end of data", "at the end of the JSON payload", "does not contain any JSON tokens"];

    private const string TrailingText = "after a single JSON value";

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) => fault is NotSupportedException;

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) => fault is JsonException or InvalidOperationException
        && (Says(fault, DepthText) || Says(fault, WriteDepthText) || Says(fault, CycleText));

    /// <inheritdoc/>
    protected override bool IsMissingMember(Exception fault) => fault is JsonException && Says(fault, RequiredText);

    /// <inheritdoc/>
    protected override bool IsTrailingFault(Exception fault) =>
        fault is JsonException && fault.Message.Contains(TrailingText, StringComparison.Ordinal);

    /// <inheritdoc/>
    protected override bool IsEndFault(Exception fault) => fault is JsonException && Array.Exists(
        EndTexts, text => fault.Message.Contains(text, StringComparison.Ordinal));

    // A fault of the text has one of the reader within it, a fault of a type has not.
    /// <inheritdoc/>
    protected override bool IsCutFault(Exception fault, ReadOnlySpan<byte> input) =>
        fault is JsonException { InnerException: JsonException } && OffsetOf(fault, input) == input.Length;

    /// <inheritdoc/>
    protected override string? PathOf(Exception fault) => (fault as JsonException)?.Path;

    /// <inheritdoc/>
    protected override long OffsetOf(Exception fault, ReadOnlySpan<byte> input) =>
        fault is JsonException { LineNumber: { } line, BytePositionInLine: { } position }
            ? JsonTextOffset.OfLine(input, line) + position : -1;

    private static bool Says(Exception fault, string text) =>
        fault.Message.StartsWith(text, StringComparison.Ordinal);
}

using System.Buffers;
using System.Formats.Cbor;
using PolyType;

namespace FuncLibs.Objects.Cbor;

/// <summary>CBOR (RFC 8949): objects as maps by the names of their members.</summary>
/// <param name="shapes">What the types are.</param>
/// <param name="limits">What an object may be.</param>
internal sealed class CborObjectSerializer(ITypeShapeProvider shapes, ObjectLimits limits)
    : LibrarySerializer(ObjectFormat.Cbor, ObjectFormat.CborType, limits)
{
    private readonly CborConverters _converters = new(shapes);

    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        CborContext context = new(Limits);
        CborWriter writer = new(CborConformanceMode.Strict);
        try
        {
            _converters.Get<T>().Write(writer, value, context);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            throw new ObjectPathException(e.Message, e) { Path = context.Path };
        }

        int length = writer.BytesWritten;
        writer.Encode(output.GetSpan(length));
        output.Advance(length);
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        CborContext context = new(Limits);
        CborReader reader = new(input, CborConformanceMode.Strict, allowMultipleRootLevelValues: true);
        try
        {
            return _converters.Get<T>().Read(reader, context);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            throw new ObjectPathException(e.Message, e) { Path = context.Path };
        }
        finally
        {
            consumed = input.Length - reader.BytesRemaining;
        }
    }

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) => fault is NotSupportedException;

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) => false;

    /// <inheritdoc/>
    protected override bool IsMissingMember(Exception fault) => fault is RequiredMemberException;

    /// <inheritdoc/>
    protected override bool IsEndFault(Exception fault) =>
        fault is CborContentException
        && (fault.Message.Contains("end of", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("exceeds available buffer size", StringComparison.Ordinal));

    /// <inheritdoc/>
    protected override string? PathOf(Exception fault) => (fault as ObjectPathException)?.Path;
}

using System.Buffers;
using Nerdbank.MessagePack;
using PolyType;

namespace FuncLibs.Objects.Graph;

/// <summary>
/// Objects as a table of the names of their members, and arrays of values: smaller than maps, and readable by a
/// program whose types have other members. With references, an object that is met twice is written once. Each of the
/// two reads what the other one writes.
/// </summary>
internal sealed class GraphSerializer : LibrarySerializer, IGraphSerializer
{
    private readonly GraphConverters _converters;
    private readonly bool _keepsReferences;

    /// <summary>Prepares it.</summary>
    /// <param name="shapes">What the types are.</param>
    /// <param name="keepsReferences">Whether identity is kept, and texts are written once.</param>
    /// <param name="limits">What an object may be.</param>
    public GraphSerializer(ITypeShapeProvider shapes, bool keepsReferences, ObjectLimits limits)
        : base(
            keepsReferences ? ObjectFormat.GraphReferences : ObjectFormat.Graph, ObjectFormat.MessagePackType, limits)
    {
        _converters = new GraphConverters(shapes);
        _keepsReferences = keepsReferences;
    }

    /// <inheritdoc/>
    public ObjectOutcome Populate<T>(ReadOnlyMemory<byte> input, T target, ListMerge? lists = null)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(target);
        T? value = target;
        return ReadChecked(input, ref value, new PopulateRules(lists));
    }

    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        GraphConverter<T> converter = _converters.Get<T>();
        GraphWriteContext context = GraphWriteContext.Begin(_keepsReferences, Limits);
        try
        {
            context.WriteDocument(value, converter, output, Limits.MaxBytes);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            throw new ObjectPathException(e.Message, e) { Path = context.Place.Path };
        }
        finally
        {
            context.End();
        }
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        T? value = default;
        ReadInto(input, ref value, null, ref consumed);
        return value;
    }

    /// <inheritdoc/>
    protected override void ReadInto<T>(
        ReadOnlyMemory<byte> input, ref T? value, PopulateRules? rules, ref long consumed)
        where T : default
    {
        GraphConverter<T> converter = _converters.Get<T>();
        GraphReadContext context = GraphReadContext.Begin(input, rules is not null, rules?.Lists, Limits);
        MessagePackReader reader = new(input);
        T? target = value;
        try
        {
            context.ReadHead(ref reader);
            converter.Read(ref reader, ref value, context);
            if (rules is not null && !ReferenceEquals(target, value))
                throw new GraphException("the input is null, or cannot be read into the target");
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            throw new ObjectPathException(e.Message, e) { Path = context.Place.Path };
        }
        finally
        {
            consumed = context.FaultOffset >= 0 ? context.FaultOffset : reader.Consumed;
            context.End();
        }
    }

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) => fault is NotSupportedException;

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) => false;

    /// <inheritdoc/>
    protected override bool IsMissingMember(Exception fault) => fault is RequiredMemberException;

    /// <inheritdoc/>
    protected override string? PathOf(Exception fault) => (fault as ObjectPathException)?.Path;
}

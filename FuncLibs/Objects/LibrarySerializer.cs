using System.Buffers;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Objects;

/// <summary>
/// What the serializers have in common: limits before the library gets the bytes, one object and nothing after it, and
/// an outcome for whatever the library throws.
/// </summary>
/// <param name="name">Name of the serializer.</param>
/// <param name="contentType">Media type of its bytes.</param>
/// <param name="limits">What an object may be.</param>
internal abstract class LibrarySerializer(string name, string contentType, ObjectLimits limits) : IObjectSerializer
{
    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public string ContentType => contentType;

    /// <summary>What an object may be.</summary>
    protected ObjectLimits Limits => limits;

    /// <inheritdoc/>
    public ObjectOutcome Serialize<T>(T value, IBufferWriter<byte> output)
    {
        LimitedWriter limited = new(output, limits.MaxBytes);
        try
        {
            Write(value, limited);
            return ObjectOutcome.Done(limited.Written);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            return Refuse(e, FindStatus(e) ?? ObjectStatus.Failed, -1);
        }
    }

    /// <inheritdoc/>
    public ObjectOutcome Deserialize<T>(ReadOnlyMemory<byte> input, out T? value)
    {
        value = default;
        ObjectOutcome outcome = ReadChecked(input, ref value, null);
        if (!outcome.IsOk)
            value = default;
        return outcome;
    }

    /// <summary>Reads an object within the limits; what is thrown is an outcome.</summary>
    /// <param name="input">The bytes.</param>
    /// <param name="value">What is read into; receives the object.</param>
    /// <param name="rules">How it is read into; null = a new one is made.</param>
    protected ObjectOutcome ReadChecked<T>(ReadOnlyMemory<byte> input, ref T? value, PopulateRules? rules)
    {
        if (input.Length > limits.MaxBytes)
            return new ObjectOutcome(
                ObjectStatus.LimitExceeded,
                0,
                null,
                $"it has {input.Length} bytes, and may have {limits.MaxBytes}",
                name);
        long consumed = -1;
        try
        {
            ReadInto(input, ref value, rules, ref consumed);
            return consumed == input.Length ? ObjectOutcome.Done(consumed)
                : new ObjectOutcome(
                    ObjectStatus.TrailingBytes, consumed, null, $"{input.Length - consumed} bytes follow it", name);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            long offset = OffsetOf(e, input.Span) is >= 0 and var told ? told : consumed;
            return Refuse(e, FindStatus(e) ?? StatusOf(e, input), offset);
        }
    }

    /// <summary>Reads an object into one that is there, where the format can; throws what its library throws.</summary>
    /// <param name="input">The bytes.</param>
    /// <param name="value">What is read into; receives the object.</param>
    /// <param name="rules">How it is read into; null = a new one is made.</param>
    /// <param name="consumed">Bytes that were read, also where it throws; stays -1 when that is not known.</param>
    protected virtual void ReadInto<T>(
        ReadOnlyMemory<byte> input, ref T? value, PopulateRules? rules, ref long consumed) =>
        value = Read<T>(input, ref consumed);

    /// <summary>Writes an object; throws what its library throws.</summary>
    protected abstract void Write<T>(T value, IBufferWriter<byte> output);

    /// <summary>Reads an object; throws what its library throws.</summary>
    /// <param name="input">The bytes.</param>
    /// <param name="consumed">Bytes that were read, also where it throws; stays -1 when that is not known.</param>
    protected abstract T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed);

    /// <summary>Whether an exception, or one within it, says that the library cannot handle a type at all.</summary>
    protected abstract bool IsTypeFault(Exception fault);

    /// <summary>Whether an exception says that a limit of the library was met, such as that of depth.</summary>
    protected abstract bool IsLimitFault(Exception fault);

    /// <summary>Whether an exception says that a required member is missing.</summary>
    protected virtual bool IsMissingMember(Exception fault) => false;

    /// <summary>Whether an exception says that bytes follow the object.</summary>
    protected virtual bool IsTrailingFault(Exception fault) => false;

    /// <summary>Whether an exception says that the input ends too early.</summary>
    protected virtual bool IsEndFault(Exception fault) => false;

    /// <summary>Whether an exception that says that the input is malformed says so because it ended: a text that is cut
    /// in a word or a number is not told from one with a wrong character after it.</summary>
    protected virtual bool IsCutFault(Exception fault, ReadOnlySpan<byte> input) => false;

    /// <summary>Where in the object; null when the exception does not tell.</summary>
    protected virtual string? PathOf(Exception fault) => null;

    /// <summary>Byte of the input; -1 when the exception does not tell.</summary>
    protected virtual long OffsetOf(Exception fault, ReadOnlySpan<byte> input) => -1;

    private ObjectOutcome Refuse(Exception fault, ObjectStatus status, long offset) =>
        new(status, offset, Place(fault), Explain(FindLimit(fault) ?? fault), name);

    // What reading and writing have in common. A type may have the name of a limit, so its fault comes before those
    // that are told by a text.
    private ObjectStatus? FindStatus(Exception fault)
    {
        if (Causes(fault).Any(cause => cause is ObjectLimitException))
            return ObjectStatus.LimitExceeded;
        if (Causes(fault).Any(IsTypeFault))
            return ObjectStatus.UnsupportedType;
        return FindLimit(fault) is null ? null : ObjectStatus.LimitExceeded;
    }

    private ObjectStatus StatusOf(Exception fault, ReadOnlyMemory<byte> input)
    {
        if (Causes(fault).Any(IsMissingMember))
            return ObjectStatus.MissingMember;
        if (IsTrailingFault(fault))
            return ObjectStatus.TrailingBytes;
        return input.Length == 0 || Causes(fault).Any(cause => cause is EndOfStreamException || IsEndFault(cause))
            || IsCutFault(fault, input.Span)
            ? ObjectStatus.Truncated : ObjectStatus.Malformed;
    }

    // Names in it may be a stranger's.
    private string? Place(Exception fault) => PathOf(fault) is { } path ? OneLine.Format(path) : null;

    private Exception? FindLimit(Exception fault) =>
        Causes(fault).FirstOrDefault(cause => cause is ObjectLimitException || IsLimitFault(cause));

    private static IEnumerable<Exception> Causes(Exception fault)
    {
        for (Exception? cause = fault; cause is not null; cause = cause.InnerException)
            yield return cause;
    }

    // The innermost says what was wrong; those around it, that something was.
    private static string Explain(Exception fault) => OneLine.Format(Causes(fault).Last());
}

/// <summary>How an object is read into.</summary>
/// <param name="Lists">How lists with keys are merged; null = they are not.</param>
internal readonly record struct PopulateRules(ListMerge? Lists);

using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Hosting.Formats;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;

namespace HardwareConnector.Publishing;

/// <summary>
/// The payload format now. Any thread changes it, the publish stage looks before each block: a change is between two
/// blocks, and every frame says what it is in.
/// </summary>
public sealed class PublishFormat
{
    private const int MaxNotices = 16;

    private readonly Queue<LinkEvent> _notices = [];
    private readonly BoundedOutput _bounded;

    // Encodes a block on which a plug-in threw. Only the publish stage uses it.
    private readonly ColumnsSerializer _safe = ColumnsSerializer.Standard();
    private Choice _choice;
    private long _changes;
    private int _waiting;
    private long _sample;

    /// <summary>Begins with a format.</summary>
    /// <param name="serializer">Its serializer; nobody else uses it.</param>
    /// <param name="maxPayloadBytes">Longest payload of a frame.</param>
    public PublishFormat(IBlockSerializer serializer, int maxPayloadBytes = FrameLimits.DefaultMaxPayloadBytes)
    {
        _choice = new Choice(serializer, null);
        _bounded = new BoundedOutput(maxPayloadBytes);
    }

    /// <summary>Its name in configuration; any thread.</summary>
    public string Name => Volatile.Read(ref _choice).Serializer.Name;

    /// <summary>How often it was changed; any thread.</summary>
    public long Changes => Interlocked.Read(ref _changes);

    /// <summary>The format that was left by itself, and why; null when none was. Any thread.</summary>
    public FormatFailure? Failure => Volatile.Read(ref _choice).Failure;

    /// <summary>Any thread: the next block is in this format.</summary>
    /// <param name="serializer">Its serializer; nobody else uses it from here on.</param>
    public void Use(IBlockSerializer serializer)
    {
        Volatile.Write(ref _choice, new Choice(serializer, null));
        Interlocked.Increment(ref _changes);
    }

    /// <summary>Any thread: the format in use is what is wanted, however it came to be.</summary>
    public void ClearFailure()
    {
        Choice present = Volatile.Read(ref _choice);
        Interlocked.CompareExchange(ref _choice, present with { Failure = null }, present);
    }

    /// <summary>
    /// Any thread: what consumers are told, as an event of the first stream. At most 16 wait; later ones are dropped.
    /// </summary>
    public void Announce(LinkEvent notice)
    {
        lock (_notices)
        {
            if (_notices.Count < MaxNotices)
                _notices.Enqueue(notice);
            Volatile.Write(ref _waiting, _notices.Count);
        }
    }

    /// <summary>Publish thread: the next of these, at the newest block; null when there is none.</summary>
    internal LinkEvent? TakeNotice()
    {
        if (Volatile.Read(ref _waiting) == 0)
            return null;
        lock (_notices)
        {
            LinkEvent notice = _notices.Dequeue();
            Volatile.Write(ref _waiting, _notices.Count);
            return notice with { SampleIndex = _sample };
        }
    }

    /// <summary>Publish stage: a block as a payload.</summary>
    /// <param name="block">The block.</param>
    /// <param name="payload">Receives the payload.</param>
    /// <param name="isOfFirstStream">Whether events stand at its samples.</param>
    /// <returns>The content id of the payload.</returns>
    internal byte Serialize(CDataBlock block, PayloadBuffer payload, bool isOfFirstStream = true)
    {
        Choice choice = Volatile.Read(ref _choice);
        payload.Clear();
        if (isOfFirstStream)
            _sample = block.FirstSampleIndex;
        if (choice.Serializer.ContentId >= PlugInFormats.FirstContentId)
            return SerializeGuarded(choice, block, payload);
        choice.Serializer.Serialize(block, payload);
        return choice.Serializer.ContentId;
    }

    // Code of others: what it throws costs the format, not the block.
    private byte SerializeGuarded(Choice choice, CDataBlock block, PayloadBuffer payload)
    {
        try
        {
            _bounded.Buffer = payload;
            choice.Serializer.Serialize(block, _bounded);
            return choice.Serializer.ContentId;
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            payload.Clear();
            _safe.Serialize(block, payload);
            FormatFailure failure = new(
                choice.Serializer.Name,
                $"format {choice.Serializer.Name} failed on a block ({OneLine.Format(e)}); {_safe.Name} is used");
            if (Interlocked.CompareExchange(ref _choice, new Choice(_safe, failure), choice) == choice)
                Interlocked.Increment(ref _changes);
            return _safe.ContentId;
        }
    }

    private sealed record Choice(IBlockSerializer Serializer, FormatFailure? Failure);
}

/// <summary>A format that was left because it failed on a block.</summary>
/// <param name="Format">Its name.</param>
/// <param name="Text">Why, and what is used instead, in one line.</param>
public sealed record FormatFailure(string Format, string Text);

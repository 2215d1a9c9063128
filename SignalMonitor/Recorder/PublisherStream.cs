using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Computation;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Recorder;

/// <summary>One stream of a publisher, with its triggers and what each group records of it. Recorder's
/// thread.</summary>
internal sealed class PublisherStream
{
    private readonly RecordingClock _clock = new();
    private BlockInstant _instant;
    private long _lastNs;

    /// <summary>Prepares it.</summary>
    /// <param name="id">Number of the stream.</param>
    /// <param name="plan">What is recorded.</param>
    public PublisherStream(uint id, RecorderPlan plan)
    {
        Id = id;
        Watches = [.. plan.Triggers.Select(trigger => new TriggerWatch(trigger))];
    }

    /// <summary>Number of the stream.</summary>
    public uint Id { get; }

    /// <summary>The triggers, in the order of the plan.</summary>
    public TriggerWatch[] Watches { get; }

    /// <summary>What each group records, in the order of the plan; set once.</summary>
    public ImmutableArray<GroupStream> Groups { get; set; } = [];

    /// <summary>What it is; null before a block that has a catalogue.</summary>
    public StreamDescription? Description { get; private set; }

    /// <summary>Time up to which triggers were looked for.</summary>
    public long NowNs => _clock.Newest?.EndNs ?? 0;

    /// <summary>Time of the oldest block that is not decided; now without any.</summary>
    public long OldestNs => Groups.Min(group => group.OldestNs) ?? NowNs;

    /// <summary>It is another one from here on.</summary>
    public void Adopt(StreamDescription description, StreamSignals signals)
    {
        Description = description;
        foreach (TriggerWatch watch in Watches)
            watch.Find(description, signals);
    }

    /// <summary>Looks for triggers in a block, unless an earlier process did.</summary>
    /// <returns>True when this process is the first that looks at it.</returns>
    public bool Look(in FrameHeader header, CDataBlock block)
    {
        int points = BlockTime.PointsOf(block, Description!);
        bool isNew = !_clock.IsMet(header.Epoch, header.Sequence);
        _instant = _clock.Locate(
            new BlockInstant(header.Epoch, header.Sequence, header.AcquiredNs, block.FirstSampleIndex),
            points,
            Description!.BaseRateHz);
        _lastNs = _instant.BeginNs + LastOffsetNs(block, Description);
        if (isNew)
        {
            foreach (TriggerWatch watch in Watches)
                watch.Scan(block, _instant.BeginNs);
        }

        return isNew;
    }

    /// <summary>Hands the block that was looked at last to the groups.</summary>
    public void Record(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        CDataBlock block,
        long number)
    {
        foreach (GroupStream group in Groups)
        {
            if (group.HasChannels)
                group.Take(headerBytes, payload, header, block, _instant, _lastNs, number);
        }
    }

    /// <summary>Time of a moment by the clock of this stream; null before the first block.</summary>
    public long? TimeOf(long utcNs) =>
        _clock.Newest is { } newest ? newest.BeginNs + (utcNs - newest.AcquiredNs) : null;

    /// <summary>UTC of a time of this stream, by its newest block.</summary>
    public long UtcOf(long ns) => _clock.Newest is { } newest ? newest.AcquiredNs + (ns - newest.BeginNs) : ns;

    /// <summary>What the next process needs.</summary>
    public StreamState Save() => new(Id, _clock.Newest, [.. Watches.Select(watch => watch.Save())]);

    /// <summary>Continues where an earlier process was.</summary>
    public void Restore(StreamState state)
    {
        if (state.Newest is { } newest)
            _clock.Restore(newest);
        foreach (TriggerState trigger in state.Triggers)
            Array.Find(Watches, watch => watch.Options.Name == trigger.Name)?.Restore(trigger);
    }

    // Of the fastest channel that the block has.
    private static long LastOffsetNs(CDataBlock block, StreamDescription stream)
    {
        long last = 0;
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            int channels = Math.Min(block.ChannelCount(group), stream.Channels(group).Length);
            for (int index = 0; index < channels; index++)
            {
                ChannelDescription described = stream.Channels(group)[index];
                SampleTimes times = new(stream.BaseRateHz, described.RateNum, described.RateDen);
                int points = block.Channel(group, index).PointCount;
                if (points > 0)
                    last = Math.Max(last, times.OffsetNs(block.FirstSampleIndex, points - 1));
            }
        }

        return last;
    }
}

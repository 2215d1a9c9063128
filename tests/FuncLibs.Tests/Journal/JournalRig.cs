using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Retention;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Journal;

namespace FuncLibs.Tests.Journal;

/// <summary>
/// A publisher with a journal in its own folder, whose journal thread runs when the test calls it.
/// </summary>
internal sealed class JournalRig : IDisposable
{
    public const ulong FirstEpoch = 1000;

    public static readonly JournalOptions Small =
        new() { SegmentBytes = 4096, RingBytes = 64 * 1024, ReservedBytes = 0 };

    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<uint, ulong> _last = [];
    private readonly Dictionary<(uint Stream, ulong Epoch, ulong Sequence), int> _lengths = [];

    private readonly IDiskFiles? _rings;

    public JournalRig(JournalOptions? options = null, IRetentionLeases? claims = null, IDiskFiles? rings = null)
    {
        _rings = rings;
        Options = options ?? Small;
        Claims = claims;
        Files = new FaultyFiles(_folder.File("journal"));
        Epoch = FirstEpoch - 1;
        Start();
    }

    public JournalOptions Options { get; }

    public IRetentionLeases? Claims { get; }

    public FaultyFiles Files { get; }

    public FakeTime Time { get; } = new();

    public FrameJournal Journal { get; private set; } = null!;

    public ulong Epoch { get; private set; }

    public ulong Last(uint stream) => _last.GetValueOrDefault(stream);

    /// <summary>The next epoch, in the folder as it is; without a ring in a file if the test says so.</summary>
    public void Start(bool withRing = true)
    {
        _last.Clear();
        FrameJournal
            .Open(
                Files,
                Options,
                TestFrames.Publisher,
                ++Epoch,
                Time,
                Claims,
                out FrameJournal? journal,
                withRing ? _rings : null)
            .ToString()
            .ShouldBe("ok");
        Journal = journal!;
    }

    /// <summary>The process ends without a word.</summary>
    public void Kill() => Journal.Dispose();

    public void Stop()
    {
        Journal.Finish();
        Journal.Dispose();
    }

    public bool Publish(uint stream, int length = 200, FrameKind? kind = null)
    {
        ulong sequence = _last[stream] = Last(stream) + 1;
        _lengths[(stream, Epoch, sequence)] = length;
        byte[] payload = TestFrames.Payload(stream, Epoch, sequence, length);
        return Journal.Append(TestFrames.Header(stream, Epoch, sequence, payload, kind), payload);
    }

    /// <summary>A catalogue frame whose payload is its revision.</summary>
    public void PublishCatalogue(uint revision)
    {
        ulong sequence = _last[FrameHeader.ControlStream] = Last(FrameHeader.ControlStream) + 1;
        byte[] payload = BitConverter.GetBytes(revision);
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader
        {
            Kind = FrameKind.Catalogue,
            Publisher = TestFrames.Publisher,
            Epoch = Epoch,
            Sequence = sequence,
            CatalogueRevision = revision,
        }.WithPayload(payload).Write(header);
        Journal.Append(header, payload).ShouldBeTrue();
    }

    /// <summary>A turn of the journal thread, a commit interval after the last.</summary>
    public void Turn(TimeSpan? after = null)
    {
        Time.Advance(after ?? Options.CommitInterval);
        Journal.Step();
    }

    public void PublishAndRun(uint stream, int count, int length = 200)
    {
        for (int i = 0; i < count; i++)
        {
            Publish(stream, length);
            Turn();
        }
    }

    /// <summary>Reads a stream of an epoch to the end and checks every byte; the sequences that are there,
    /// and those that are missing.</summary>
    public (ulong[] Frames, ulong[] Missing) Read(uint stream, ulong from = 1, ulong? to = null, ulong? epoch = null)
    {
        using RangeReader reader = Journal.NewReader();
        return Read(reader, new FrameRange(epoch ?? Epoch, stream, from, to ?? Last(stream)));
    }

    public (ulong[] Frames, ulong[] Missing) Read(RangeReader reader, in FrameRange range)
    {
        List<ulong> frames = [];
        List<ulong> missing = [];
        reader.Begin(range);
        for (ReadStep step; (step = reader.Next()) is ReadStep.Frame or ReadStep.Missing;)
        {
            if (step == ReadStep.Frame)
                frames.Add(Checked(reader));
            for (ulong s = reader.Missing.From; step == ReadStep.Missing && s <= reader.Missing.To; s++)
                missing.Add(s);
        }

        return ([.. frames], [.. missing]);
    }

    public JournalGap[] TakeGaps()
    {
        List<JournalGap> gaps = [];
        while (Journal.TryTakeGap(out JournalGap gap))
            gaps.Add(gap);
        return [.. gaps];
    }

    public VerifyReport Verify() => JournalVerifier.Verify(new DiskFiles(Files.Folder), Options, TestFrames.Publisher);

    public string[] SegmentPaths() => [.. Directory.GetFiles(Files.Folder, "*.seg").Order(StringComparer.Ordinal)];

    public void Dispose()
    {
        Journal.Dispose();
        _folder.Dispose();
    }

    private ulong Checked(RangeReader reader)
    {
        (uint stream, ulong epoch, ulong sequence) = (reader.Frame.Stream, reader.Frame.Epoch, reader.Frame.Sequence);
        byte[] payload = TestFrames.Payload(stream, epoch, sequence, _lengths[(stream, epoch, sequence)]);
        reader.Payload.SequenceEqual(payload).ShouldBeTrue($"payload of {stream}/{epoch}/{sequence}");
        reader.HeaderBytes
            .SequenceEqual(TestFrames.Header(stream, epoch, sequence, payload, reader.Frame.Kind))
            .ShouldBeTrue($"header of {stream}/{epoch}/{sequence}");
        return sequence;
    }
}

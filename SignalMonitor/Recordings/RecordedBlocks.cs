using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Formats;
using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Computation;

namespace SignalMonitor.Recordings;

/// <summary>
/// The blocks of a selection in order, each with what describes it. A block that a monitor would refuse is counted and
/// left out, as there. Holds one block, however long the journal is.
/// </summary>
/// <param name="recording">The journal.</param>
/// <param name="ranges">What to read.</param>
internal sealed class RecordedBlocks(Recording recording, ImmutableArray<FrameRange> ranges) : IDisposable
{
    /// <summary>What is wrong with a selection that gave no block.</summary>
    public const string NoBlock = "the journal has none of these blocks any more, or none that can be read";

    private readonly RangeReader _reader = recording.NewReader();
    private readonly SerializerSet _serializers = PlugInFormats.CreateRegistry().CreateSet();
    private int _nextRange;
    private uint? _revision;
    private int _maxPoints;

    /// <summary>The block, until the next step.</summary>
    public CDataBlock Block { get; } = new(BlockLayout.Empty);

    /// <summary>Its header.</summary>
    public FrameHeader Header { get; private set; }

    /// <summary>What the stream is; the same object as long as nothing of it changes.</summary>
    public StreamDescription Description { get; private set; } = null!;

    /// <summary>Blocks that were left out.</summary>
    public long Refused { get; private set; }

    /// <summary>Why the first of them was; null none.</summary>
    public string? Refusal { get; private set; }

    /// <summary>A remark on blocks that were left out; null = none.</summary>
    public string? RefusedNote => Refused == 0 ? null : $"blocks left out: {Refused}; the first is {Refusal}";

    /// <summary>Blocks of the selection that the journal does not have.</summary>
    public ulong Missing { get; private set; }

    /// <summary>The first of them; null none.</summary>
    public FrameRange? FirstMissing { get; private set; }

    /// <summary>Why reading had to stop; null when it did not.</summary>
    public string? Fault { get; private set; }

    /// <summary>Continues; false at the end, and after a fault.</summary>
    public bool MoveNext()
    {
        while (Fault is null)
        {
            switch (_nextRange == 0 ? ReadStep.End : _reader.Next())
            {
                case ReadStep.Frame when TryTake():
                    return true;
                case ReadStep.Frame:
                    break;
                case ReadStep.Missing:
                    Missing += _reader.Missing.To - _reader.Missing.From + 1;
                    FirstMissing ??= _reader.Missing;
                    break;
                case ReadStep.Failed:
                    Fault = _reader.Failure.ToString();
                    break;
                default:
                    if (_nextRange == ranges.Length)
                        return false;
                    _reader.Begin(ranges[_nextRange++]);
                    break;
            }
        }

        return false;
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();

    private bool TryTake()
    {
        Header = _reader.Frame;
        if (Header.Kind != FrameKind.Data || !TryDescribe())
            return false;
        DecodeOutcome decoded = _serializers.Deserialize(Header.Content, _reader.Payload, Block);
        if (decoded.IsOk && BlockPoints.Fit(Block, _maxPoints))
            return true;
        Refused++;
        string reason = decoded.IsOk ? "it has more points than its catalogue allows" : decoded.ToString();
        Refusal ??= $"sequence {Header.Sequence} of epoch {Header.Epoch}: {reason}";
        return false;
    }

    // As the receiving side has it: the same description under a new revision is no change.
    private bool TryDescribe()
    {
        if (_revision == Header.CatalogueRevision)
            return true;
        if (recording.Catalogue(Header.CatalogueRevision)?.Stream(Header.Stream) is not { } described)
        {
            Fault = $"revision {Header.CatalogueRevision} of the catalogue, which describes sequence "
                + $"{Header.Sequence} of epoch "
                + $"{Header.Epoch}, is not in the journal; begin after it with --from";
            return false;
        }

        _revision = Header.CatalogueRevision;
        if (!described.Equals(Description))
            (Description, _maxPoints) = (described, BlockPoints.MaxOf(new StreamSignals(described)));
        return true;
    }
}

using System.Buffers;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Stores the catalogues that the blocks of an archive need, each as a frame of its own: one of a publisher also comes
/// as an answer, which is no frame. The appending thread only.
/// </summary>
internal sealed class ArchiveCatalogues
{
    private readonly FrameArchive _archive;
    private readonly Dictionary<ulong, ulong> _last = [];
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private ulong _epoch;
    private uint? _revision;

    /// <summary>Continues an archive.</summary>
    public ArchiveCatalogues(FrameArchive archive)
    {
        _archive = archive;
        foreach (StreamExtent extent in archive.Recovery.Extents)
        {
            if (extent.Stream == FrameHeader.ControlStream)
                _last[extent.Epoch] = extent.Last;
        }

        ulong newest = archive.Recovery.NewestEpoch;
        (_epoch, _revision) = (newest, archive.CatalogueOf(newest)?.Header.CatalogueRevision);
    }

    /// <summary>Stores the catalogue of a block that is appended next, unless it is stored already.</summary>
    /// <param name="block">Header of the block.</param>
    /// <param name="catalogue">What describes it.</param>
    public void Append(in FrameHeader block, PublisherCatalogue catalogue)
    {
        if (_revision == block.CatalogueRevision && _epoch == block.Epoch)
            return;
        ref ulong sequence = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, block.Epoch, out _);
        _payload.ResetWrittenCount();
        CatalogueCodec.Write(catalogue, _payload);
        new FrameHeader
        {
            Kind = FrameKind.Catalogue,
            Publisher = block.Publisher,
            Stream = FrameHeader.ControlStream,
            Epoch = block.Epoch,
            Sequence = ++sequence,
            AcquiredNs = block.AcquiredNs,
            PublishedNs = block.PublishedNs,
            CatalogueRevision = catalogue.Revision,
        }.WithPayload(_payload.WrittenSpan).Write(_header);
        if (_archive.Append(_header, _payload.WrittenSpan))
            (_epoch, _revision) = (block.Epoch, block.CatalogueRevision);
    }
}

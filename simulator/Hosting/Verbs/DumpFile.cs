using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults.Playing;

namespace Simulator.Hosting.Verbs;

/// <summary>The blocks of a rig as they are emitted, in a file: what a fault does to the link alone shows in the truth only.</summary>
internal sealed class DumpFile : IRigOutlet, IDisposable
{
    private const int BufferBytes = 1 << 20;

    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private readonly ArrayBufferWriter<byte> _document;
    private readonly FileStream _file;

    /// <summary>Makes the file; one that is there is replaced.</summary>
    public DumpFile(string path, StreamDescription stream)
    {
        _document = new ArrayBufferWriter<byte>(stream.MaxDocumentBytes);
        _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, BufferBytes);
    }

    /// <summary>Blocks written.</summary>
    public long Blocks { get; private set; }

    /// <summary>Bytes written.</summary>
    public long Bytes { get; private set; }

    /// <inheritdoc/>
    public void Emit(CDataBlock block, in BlockStamp stamp)
    {
        _document.ResetWrittenCount();
        _serializer.Serialize(block, _document);
        _file.Write(_document.WrittenSpan);
        Blocks++;
        Bytes += _document.WrittenCount;
    }

    /// <inheritdoc/>
    public void Describe(StreamDescription stream)
    {
        // A document says of itself what is in it.
    }

    /// <inheritdoc/>
    public void Report(LinkEvent happened)
    {
        // The truth file says it.
    }

    /// <inheritdoc/>
    public void GoDown(string reason)
    {
        // There is no link; the blocks of its time are not emitted.
    }

    /// <inheritdoc/>
    public void ComeUp()
    {
        // There is no link.
    }

    /// <inheritdoc/>
    public void Restart(string reason)
    {
        // There is no link; the blocks count anew.
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}

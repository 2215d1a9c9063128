using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;

namespace FuncLibs.Hosting.Formats;

/// <summary>
/// A format of a plug-in. What it is called is asked once; bad input is an outcome whatever it throws. What it throws
/// while it writes is for the caller, who knows what else can be done with the block.
/// </summary>
/// <param name="inner">The format.</param>
/// <param name="contentId">Its content id.</param>
/// <param name="name">Its name.</param>
/// <param name="contentType">Its content type.</param>
internal sealed class GuardedFormat(IBlockSerializer inner, byte contentId, string name, string contentType)
    : IBlockSerializer
{
    /// <inheritdoc/>
    public byte ContentId => contentId;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public string ContentType => contentType;

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output) => inner.Serialize(block, output);

    /// <inheritdoc/>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target)
    {
        try
        {
            return inner.Deserialize(input, target);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            target.IsValid = false;
            return new DecodeOutcome(
                DecodeStatus.Malformed,
                Expected: "a payload that the plug-in can read",
                Found: $"one on which it threw {e.GetType().Name}",
                Format: name);
        }
    }
}

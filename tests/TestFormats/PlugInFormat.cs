using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;

namespace TestFormats;

/// <summary>The bytes of `columns` under an id of its own; what derives from it does something wrong.</summary>
/// <param name="contentId">The id.</param>
/// <param name="name">The name.</param>
public abstract class PlugInFormat(byte contentId, string name) : IBlockSerializer
{
    private readonly IBlockSerializer _inner = BuiltInSerializers.CreateRegistry().Create("columns")!;

    /// <inheritdoc/>
    public byte ContentId => contentId;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public string ContentType => $"application/x-{name}";

    /// <inheritdoc/>
    public virtual void Serialize(CDataBlock block, IBufferWriter<byte> output) => _inner.Serialize(block, output);

    /// <inheritdoc/>
    public virtual DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        _inner.Deserialize(input, target);
}

/// <summary>Does what it should.</summary>
public sealed class GoodFormat() : PlugInFormat(200, "good");

/// <summary>Changes one value.</summary>
public sealed class WrongFormat() : PlugInFormat(201, "wrong")
{
    /// <inheritdoc/>
    public override DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target)
    {
        DecodeOutcome outcome = base.Deserialize(input, target);
        target.FirstSampleIndex++;
        return outcome;
    }
}

/// <summary>Throws.</summary>
public sealed class ThrowingFormat() : PlugInFormat(202, "throwing")
{
    /// <inheritdoc/>
    public override void Serialize(CDataBlock block, IBufferWriter<byte> output) =>
        throw new NotSupportedException("this format is not finished");
}

/// <summary>Never returns.</summary>
public sealed class HangingFormat() : PlugInFormat(203, "hanging")
{
    /// <inheritdoc/>
    public override void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        using ManualResetEventSlim never = new();
        never.Wait();
    }
}

/// <summary>Writes without end.</summary>
public sealed class GrowingFormat() : PlugInFormat(204, "growing")
{
    /// <inheritdoc/>
    public override void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        while (true)
            output.Write(new byte[1 << 16]);
    }
}

/// <summary>Takes long.</summary>
public sealed class SlowFormat() : PlugInFormat(205, "slow")
{
    /// <inheritdoc/>
    public override void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        using ManualResetEventSlim never = new();
        never.Wait(2);
        base.Serialize(block, output);
    }
}

/// <summary>Rounds the values of the block that it is given.</summary>
public sealed class ChangingFormat() : PlugInFormat(206, "changing")
{
    /// <inheritdoc/>
    public override void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        foreach (ref double value in block.Channel(BlockGroup.Servo, 0).Command)
            value = Math.Round(value);
        base.Serialize(block, output);
    }
}

/// <summary>Reads only what the same instance wrote.</summary>
public sealed class PrivateFormat() : PlugInFormat(207, "private")
{
    private bool _hasWritten;

    /// <inheritdoc/>
    public override void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        _hasWritten = true;
        base.Serialize(block, output);
    }

    /// <inheritdoc/>
    public override DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        _hasWritten ? base.Deserialize(input, target) : new DecodeOutcome(DecodeStatus.Malformed);
}

/// <summary>Throws when it reads.</summary>
public sealed class UnreadableFormat() : PlugInFormat(208, "unreadable")
{
    /// <inheritdoc/>
    public override DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        throw new NotSupportedException("this format cannot be read yet");
}

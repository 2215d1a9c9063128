using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization;

/// <summary>
/// One document of tokens on its way into a block: the tokens, the target, the limits, and the place that is being
/// read, kept as plain fields so that a path is put together only when something goes wrong. With a
/// <see cref="LayoutProbe"/> the document is only measured: columns are skipped and the block is not touched.
/// </summary>
/// <typeparam name="TTokens">Reader of the tokens.</typeparam>
internal ref struct BlockDocument<TTokens>(
    ReadOnlySpan<byte> input, CDataBlock block, BlockLimits limits, LayoutProbe? scan)
    where TTokens : struct, ITokenCursor<TTokens>, allows ref struct
{
    public TTokens Tokens = TTokens.Create(input);
    public string? Part;
    public int Channel = -1;
    public string? Member;
    public int Index = -1;
    private ShapeTotals _totals;

    public readonly CDataBlock Block { get; } = block;

    public readonly BlockLimits Limits { get; } = limits;

    public readonly bool IsScan => scan is not null;

    /// <summary>The document is larger than the target's layout: scan it, give the block room, read it again.</summary>
    public bool IsTooLarge { get; private set; }

    public DecodeOutcome Outcome { get; private set; }

    /// <summary>Goes to an outermost part of the block; null for the block itself.</summary>
    public void Enter(string? part)
    {
        Part = part;
        Channel = -1;
        Member = null;
        Index = -1;
    }

    /// <summary>Goes to a channel of the part that was entered.</summary>
    public void EnterChannel(int channel)
    {
        Channel = channel;
        Member = null;
        Index = -1;
    }

    /// <summary>Goes to a member of the channel that is being read.</summary>
    public void EnterMember(string member, int index = -1)
    {
        Member = member;
        Index = index;
    }

    /// <summary>Declares a group of so many channels, in the block or not at all.</summary>
    public bool TryBeginGroup(BlockGroup group, int channels)
    {
        if (channels > Limits.Channels)
            return Refuse(DecodeStatus.LimitExceeded, "channels within the limit", "channels", channels);
        if (IsScan)
            return true;
        if (channels > Block.Layout.Shapes(group).Length)
            return RefuseTooLarge();
        Block.SetGroup(group, channels);
        return true;
    }

    /// <summary>Declares the size of a channel before its columns are read.</summary>
    public bool TryBeginChannel(BlockGroup group, int channel, int id, ChannelShape shape)
    {
        if (!_totals.TryAdd(group, shape, Limits))
            return Refuse(
                DecodeStatus.LimitExceeded, "points, columns and values within the limits", "points", shape.Points);
        if (scan is not null)
        {
            scan.Add(group, shape);
            return true;
        }

        ChannelShape room = Block.Layout.Shapes(group)[channel];
        if (shape.Points > room.Points || shape.Sensors > room.Sensors)
            return RefuseTooLarge();
        int flat = Block.Layout.Flat(group, channel);
        Block.IdOf(flat) = id;
        Block.PointsOf(flat) = shape.Points;
        Block.SensorsOf(flat) = shape.Sensors;
        return true;
    }

    /// <summary>Declares the lines of a bit group.</summary>
    public bool TryBeginBits(BitGroup group, int bits)
    {
        if (bits > Limits.Bits)
            return Refuse(DecodeStatus.LimitExceeded, "bits within the limit", "bits", bits);
        if (scan is not null)
        {
            scan.SetBits(group, bits);
            return true;
        }

        if (bits > Block.Layout.Bits(group))
            return RefuseTooLarge();
        Block.SetBits(group, bits);
        return true;
    }

    /// <summary>Ends the reading here.</summary>
    /// <param name="status">Why.</param>
    /// <param name="expected">What was expected here.</param>
    /// <param name="found">What did.</param>
    /// <param name="value">The offending number.</param>
    /// <param name="point">Point of the column, or -1.</param>
    /// <param name="leaf">Member inside the point, or null.</param>
    public bool Refuse(
        DecodeStatus status,
        string expected,
        string? found = null,
        long? value = null,
        int point = -1,
        string? leaf = null)
    {
        BlockPath path = Index >= 0
            ? new BlockPath(Part, Channel, Member, Index, point, leaf)
            : new BlockPath(Part, Channel, Member, point, Leaf: leaf);
        Outcome = new DecodeOutcome(status, Tokens.Position, path, expected, found, value);
        return false;
    }

    /// <summary>Ends the reading at a token that the reader refused.</summary>
    public bool RefuseToken(string expected, int point = -1, string? leaf = null) => Tokens.Failure switch
    {
        ReadFailure.Truncated => Refuse(DecodeStatus.Truncated, expected, "the end of the input", null, point, leaf),
        ReadFailure.TypeMismatch => Refuse(
            DecodeStatus.TypeMismatch, expected, Tokens.NextName, null, point, leaf),
        ReadFailure.Unsupported => Refuse(
            DecodeStatus.UnsupportedEncoding, expected, Tokens.NextName, null, point, leaf),
        ReadFailure.TooDeep => Refuse(
            DecodeStatus.LimitExceeded, expected, "arrays or maps inside each other", null, point, leaf),
        _ => Refuse(DecodeStatus.OutOfRange, expected, "a value outside", null, point, leaf),
    };

    /// <summary>Ends the reading at an earlier offset than the present one.</summary>
    public bool RefuseAt(
        int offset,
        DecodeStatus status,
        string expected,
        string? found = null,
        long? value = null,
        int point = -1,
        string? leaf = null)
    {
        Refuse(status, expected, found, value, point, leaf);
        Outcome = Outcome with { Offset = offset };
        return false;
    }

    private bool RefuseTooLarge()
    {
        IsTooLarge = true;
        return false;
    }
}

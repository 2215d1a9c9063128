namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// One JSON document on its way into a block: the tokens, the target, the limits, and the place that is being read,
/// kept as plain fields so that a path is put together only when something goes wrong. With a <see cref="LayoutProbe"/>
/// the document is only measured.
/// </summary>
internal ref struct JsonDocumentState(ReadOnlySpan<byte> input, CDataBlock block, BlockLimits limits, LayoutProbe? scan)
{
    private readonly int _length = input.Length;
    private readonly ReadOnlySpan<byte> _input = input;
    private ShapeTotals _totals;

    public JsonTokens Tokens = new(input);
    public string? Part;
    public int Channel = -1;
    public string? Member;
    public int Index = -1;
    public string? Leaf;

    public readonly CDataBlock Block { get; } = block;

    public readonly BlockLimits Limits { get; } = limits;

    public readonly bool IsScan => scan is not null;

    /// <summary>The document is larger than the target's layout: scan it, give the block room, read it again.</summary>
    public bool IsTooLarge { get; private set; }

    public DecodeOutcome Outcome { get; private set; }

    /// <summary>Goes to an outermost part of the block.</summary>
    public void Enter(string? part)
    {
        Part = part;
        Channel = -1;
        EnterMember(null);
    }

    /// <summary>Goes to a member of the channel, a point of it, and a member of the point.</summary>
    public void EnterMember(string? member, int index = -1, string? leaf = null)
    {
        Member = member;
        Index = index;
        Leaf = leaf;
    }

    /// <summary>
    /// True when the block has room for one more of something, so far <paramref name="have"/>; a scan only reads the
    /// limit.
    /// </summary>
    public bool HasRoom(int have, int room, int limit, string what)
    {
        if (have >= limit)
            return Refuse(DecodeStatus.LimitExceeded, "sizes within the limits", what, have + 1L);
        if (IsScan || have < room)
            return true;
        IsTooLarge = true;
        return false;
    }

    /// <summary>Declares the size of a channel after it was read.</summary>
    public bool TryEndChannel(BlockGroup group, int flat, ChannelShape shape)
    {
        if (!_totals.TryAdd(group, shape, Limits))
            return Refuse(
                DecodeStatus.LimitExceeded, "points, columns and values within the limits", "points", shape.Points);
        if (scan is not null)
        {
            scan.Add(group, shape);
            return true;
        }

        Block.PointsOf(flat) = shape.Points;
        Block.SensorsOf(flat) = shape.Sensors;
        return true;
    }

    /// <summary>Declares the lines of a bit group after they were read.</summary>
    public readonly void EndBits(BitGroup group, int bits)
    {
        if (scan is not null)
            scan.SetBits(group, bits);
        else
            Block.SetBits(group, bits);
    }

    /// <summary>Ends the reading at a token that was refused.</summary>
    public bool RefuseToken(string expected)
    {
        int at = Tokens.Position;
        DecodeStatus status = Tokens.Failure;
        string? kind = at < _length ? JsonKind.NameOf(_input[at]) : null;
        return status == DecodeStatus.Truncated ? Refuse(status, expected, "the end of the input")
            : status == DecodeStatus.TypeMismatch && kind is not null ? Refuse(status, expected, kind)
            : at < _length ? Refuse(status, expected, "byte", _input[at])
            : Refuse(status, expected, "the end of the input");
    }

    /// <summary>Ends the reading here.</summary>
    public bool Refuse(DecodeStatus status, string expected, string? found = null, long? value = null, int offset = -1)
    {
        var path = new BlockPath(Part, Channel, Member, Index, -1, Leaf);
        Outcome = new DecodeOutcome(
            status, offset < 0 ? Tokens.Position : offset, path, expected, found, value, "json");
        return false;
    }
}

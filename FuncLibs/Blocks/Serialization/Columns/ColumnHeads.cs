namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>The two usual heads of float columns of one length; channels of a group mostly have the same.</summary>
internal struct ColumnHeads
{
    private int _pointsAndOne;

    /// <summary>Head of an array.</summary>
    public ColumnHead Array;

    /// <summary>Head of ext 20.</summary>
    public ColumnHead Raw;

    /// <summary>Points of the columns.</summary>
    public readonly int Points => _pointsAndOne - 1;

    /// <summary>Makes the heads for another length.</summary>
    public void SetPoints(int points)
    {
        if (points == Points)
            return;
        _pointsAndOne = points + 1;
        Array = ColumnHead.Array(points);
        Raw = ColumnHead.Raw(points);
    }
}

namespace FuncLibs.GroundTruth.Lines;

/// <summary>Which side of a limit an excursion is on.</summary>
public enum TruthLimit : byte
{
    /// <summary>Above an upper limit.</summary>
    Upper,

    /// <summary>Below a lower limit.</summary>
    Lower,
}

namespace FuncLibs.GroundTruth.Writing;

/// <summary>Which line a cell becomes.</summary>
internal enum TruthCellKind : byte
{
    Cycle,
    Property,
    Break,
    Excursion,
    Mode,
    Fault,
}

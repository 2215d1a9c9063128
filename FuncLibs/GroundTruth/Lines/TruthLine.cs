namespace FuncLibs.GroundTruth.Lines;

/// <summary>
/// One line of a truth file: what really happened in a run, before the measuring chain. Indices are those of base samples, absolute from
/// the start of the run; ranges are [from, to).
/// </summary>
public abstract record TruthLine;

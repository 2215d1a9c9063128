using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Program;

namespace SignalMonitor.Exporting.Tables;

/// <summary>Where the values of a column come from.</summary>
internal enum ColumnKind : byte
{
    /// <summary>A channel of the block.</summary>
    Measured,

    /// <summary>A calculated channel.</summary>
    Calculated,

    /// <summary>The qualities of a calculated channel, as numbers of <see cref="FuncLibs.Signals.Quality"/>.</summary>
    Quality,
}

/// <summary>A column of an export.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit; empty is dimensionless.</param>
/// <param name="Place">A channel: its index in <see cref="StreamSignals.All"/>. A calculated one: its place in the
/// <see cref="SignalProgram"/>.</param>
/// <param name="Kind">Which of them.</param>
internal readonly record struct ExportColumn(
    string Name, string Unit, int Place, ColumnKind Kind = ColumnKind.Measured)
{
    /// <summary>Units per count of the converter when counts are exported; 0 = the values as they are.</summary>
    public double Scale { get; init; }

    /// <summary>What it is, for people: the formula of a calculated channel; empty when there is nothing to
    /// say.</summary>
    public string Description { get; init; } = "";

    /// <summary>End of the name of a column of qualities.</summary>
    public const string QualityEnding = ".quality";

    /// <summary>Name and unit: <c>servo1.force [kN]</c>.</summary>
    public string Header => Unit.Length == 0 ? Name : $"{Name} [{Unit}]";
}

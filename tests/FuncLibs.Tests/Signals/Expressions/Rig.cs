using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;

namespace FuncLibs.Tests.Signals.Expressions;

/// <summary>
/// A small rig of columns at 1000 Hz and 250 Hz, cut into blocks of any length that keeps the rates together.
/// </summary>
internal sealed class Rig : IColumnSource, ISignalScope
{
    public const int FastPoints = 4;
    private const double FastHz = 1000;
    private readonly List<(string Name, ScopeEntry Entry)> _entries = [];
    private readonly List<double[]> _columns = [];
    private readonly List<bool> _slow = [];
    private int _start;
    private int _count;

    public IEnumerable<string> Names => _entries.Select(entry => entry.Name);

    /// <summary>The least that is wrong with all values.</summary>
    public Quality FloorOfAll { get; set; }

    public Rig Fast(string name, string unit, double[] values, double min = double.NegativeInfinity,
        double max = double.PositiveInfinity) =>
        Add(name, values, isSlow: false, new ColumnEntry(_columns.Count, unit, FastHz, FastPoints, min, max));

    public Rig Slow(string name, string unit, params double[] values) =>
        Add(name, values, isSlow: true, new ColumnEntry(_columns.Count, unit, FastHz / FastPoints, 1));

    public Rig Constant(string name, string unit, double value)
    {
        _entries.Add((name, new ConstantEntry(value, unit)));
        return this;
    }

    /// <summary>The rig of docs/expressions.md.</summary>
    public static Rig OfTheDocs() => new Rig()
        .Fast("x", "", [10.6, -10.6, 4.3, -4.8])
        .Fast("servo1.force", "kN", [1, 2, 4, 3], -100, 100)
        .Fast("servo1.command", "kN", [1, 2, 3, 4])
        .Fast("servo1.stroke", "mm", [0.5, 1, 2, 1.5])
        .Fast("ad7", "V", [0, 5, 10, -1])
        .Slow("temp2.upper", "degC", 20)
        .Slow("bitin3", "", 1)
        .Constant("run.l0", "mm", 50)
        .Constant("run.s0", "mm^2", 80);

    /// <summary>Goes to a block, in points of the fast columns.</summary>
    public Rig At(int start, int count)
    {
        (_start, _count) = (start, count);
        return this;
    }

    public SignalProgram Compile(params string[] definitions) =>
        SignalCompiler.Compile([.. definitions.Select(Definition)], this);

    public static VariableDefinition Definition(string text)
    {
        string[] parts = text.Split(":=", 2, StringSplitOptions.TrimEntries);
        return new VariableDefinition(parts[0], parts[1]);
    }

    public ScopeEntry? Find(string name) => _entries.FirstOrDefault(entry => entry.Name == name).Entry;

    public ReadOnlySpan<double> Values(int column)
    {
        (int first, int end) = _slow[column] ? (SlowAt(_start), SlowAt(_start + _count)) : (_start, _start + _count);
        return _columns[column].AsSpan(first, end - first);
    }

    public long FirstIndex(int column) => _slow[column] ? SlowAt(_start) : _start;

    public Quality Floor(int column) => FloorOfAll;

    // A slow point is at each fourth fast one.
    private static int SlowAt(int fast) => (fast + FastPoints - 1) / FastPoints;

    private Rig Add(string name, double[] values, bool isSlow, ScopeEntry entry)
    {
        _entries.Add((name, entry));
        _columns.Add(values);
        _slow.Add(isSlow);
        return this;
    }
}

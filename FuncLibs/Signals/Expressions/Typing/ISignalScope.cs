using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>The names an expression may use beside variables: columns of a stream, and constants such as <c>run.l0</c>.</summary>
public interface ISignalScope
{
    /// <summary>Every name, for suggestions.</summary>
    IEnumerable<string> Names { get; }

    /// <summary>The units that expressions, definitions and columns may have: the standard ones unless the lab has its own.</summary>
    UnitTable Units => UnitTable.Standard;

    /// <summary>Text that names the newest test run; empty before the first. A new one begins anew what functions remember.</summary>
    string Run => "";

    /// <summary>What a name means; null when it means nothing.</summary>
    ScopeEntry? Find(string name);
}

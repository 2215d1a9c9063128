namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>The names an expression may use beside variables: columns of a stream, and constants such as <c>run.l0</c>.</summary>
public interface ISignalScope
{
    /// <summary>Every name, for suggestions.</summary>
    IEnumerable<string> Names { get; }

    /// <summary>What a name means; null when it means nothing.</summary>
    ScopeEntry? Find(string name);
}

using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace FuncLibs.Objects.Graph;

/// <summary>Where in a graph a reader or writer is, and how deep. One thread.</summary>
internal sealed class GraphPlace
{
    // Each 16th level: a level takes about a KiB of stack.
    private const int StackCheckMask = 15;

    private Level[] _levels = [];
    private int _maxDepth;
    private int _depth;
    private string? _missing;

    /// <summary>The place, for example <c>$.Series[2].Name</c>; after a fault that of the fault.</summary>
    public string Path
    {
        get
        {
            StringBuilder text = new("$");
            foreach ((string[]? names, int index) in _levels.AsSpan(0, _depth))
            {
                if (names is null)
                    text.Append('[').Append(index.ToString(CultureInfo.InvariantCulture)).Append(']');
                else if (index < names.Length)
                    text.Append('.').Append(names[index]);
            }

            return _missing is null ? text.ToString() : text.Append('.').Append(_missing).ToString();
        }
    }

    /// <summary>Begins at the root.</summary>
    public void Begin(int maxDepth)
    {
        (_maxDepth, _depth, _missing) = (maxDepth, 0, null);
        if (_levels.Length != maxDepth)
            _levels = new Level[maxDepth];
    }

    /// <summary>Forgets the document.</summary>
    public void End()
    {
        Array.Clear(_levels);
    }

    /// <summary>Begins an object or a collection.</summary>
    /// <param name="names">Members of the object; null for a collection.</param>
    /// <exception cref="ObjectLimitException">It is one level too many.</exception>
    public void Enter(string[]? names)
    {
        if (_depth >= _maxDepth)
            throw new ObjectLimitException($"it has more than {_maxDepth} levels");
        if ((_depth & StackCheckMask) == StackCheckMask && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new ObjectLimitException($"the stack of the thread is too small for more than {_depth} levels");
        _levels[_depth++] = new Level(names, names?.Length ?? 0);
    }

    /// <summary>Goes to a member or an element of the innermost one.</summary>
    public void At(int index) => _levels[_depth - 1].Index = index;

    /// <summary>Ends the innermost one.</summary>
    public void Leave() => _depth--;

    /// <summary>Goes to a member of the innermost one that the input does not have.</summary>
    public void AtMissing(string name)
    {
        if (_depth > 0 && _levels[_depth - 1].Names is { } names)
            At(names.Length);
        _missing = name;
    }

    private record struct Level(string[]? Names, int Index);
}

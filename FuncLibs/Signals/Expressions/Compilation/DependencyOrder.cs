using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Puts variables in an order in which each comes after those it needs (A. B. Kahn, CACM 5, 1962), and finds the
/// cycles of those for which there is none. Without recursion: a chain of variables may be as long as the set.
/// </summary>
internal sealed class DependencyOrder
{
    private readonly IReadOnlyDictionary<string, ImmutableArray<string>> _needs;
    private readonly HashSet<string> _left;

    /// <summary>Orders variables.</summary>
    /// <param name="needs">For each variable the variables it needs; all of them are keys.</param>
    public DependencyOrder(IReadOnlyDictionary<string, ImmutableArray<string>> needs)
    {
        _needs = needs;
        _left = [.. needs.Keys];
        Dictionary<string, int> open =
            needs.ToDictionary(pair => pair.Key, pair => pair.Value.Length, StringComparer.Ordinal);
        ILookup<string, string> users = needs
            .SelectMany(pair => pair.Value.Select(need => (Need: need, User: pair.Key)))
            .ToLookup(pair => pair.Need, pair => pair.User);
        Queue<string> ready = new(needs.Keys.Where(name => open[name] == 0));
        ImmutableArray<string>.Builder order = ImmutableArray.CreateBuilder<string>();
        while (ready.TryDequeue(out string? name))
        {
            order.Add(name);
            _left.Remove(name);
            foreach (string user in users[name])
            {
                if (--open[user] == 0)
                    ready.Enqueue(user);
            }
        }

        Order = order.ToImmutable();
    }

    /// <summary>The variables that have a place, those that need none first.</summary>
    public ImmutableArray<string> Order { get; }

    /// <summary>Those without a place: in a cycle, or after one.</summary>
    public IReadOnlyCollection<string> Cyclic => _left;

    /// <summary>
    /// The cycle a variable without a place is part of, as <c>a -> b -> a</c>; null when it is only after one.
    /// </summary>
    public string? CycleOf(string variable)
    {
        // A walk back to the variable, breadth first, is the shortest cycle through it.
        Dictionary<string, string> cameFrom = new(StringComparer.Ordinal);
        Queue<string> open = new([variable]);
        while (open.TryDequeue(out string? name))
        {
            foreach (string need in _needs[name].Where(_left.Contains))
            {
                if (!cameFrom.TryAdd(need, name))
                    continue;
                if (need == variable)
                    return PathOf(variable, cameFrom);
                open.Enqueue(need);
            }
        }

        return null;
    }

    private static string PathOf(string variable, Dictionary<string, string> cameFrom)
    {
        const int MaxShown = 16;
        List<string> path = [variable];
        for (string at = cameFrom[variable]; at != variable; at = cameFrom[at])
            path.Add(at);
        path.Add(variable);
        path.Reverse();
        return path.Count <= MaxShown
            ? string.Join(" -> ", path)
            : $"{string.Join(" -> ", path.Take(MaxShown))} -> ... -> {variable}";
    }
}

using System.Globalization;

namespace FuncLibs.Hosting.State;

/// <summary>Puts streams that were given by a life the state file has forgotten beside those that it knows.</summary>
internal static class StreamMerge
{
    /// <summary>All known streams as they are, and of the others those whose number is not known, by number.</summary>
    public static IReadOnlyList<StateStream> Merge(IReadOnlyList<StateStream> known, IEnumerable<StateStream> others)
    {
        List<StateStream> all = [.. known];
        foreach (StateStream other in others.OrderBy(stream => stream.Id))
        {
            if (other.Id is 0 or uint.MaxValue || all.Exists(stream => stream.Id == other.Id))
                continue;
            all.Add(IsFree(all, other.Name) ? other : other with { Name = FreeName(all, other.Id) });
        }

        return all;
    }

    private static bool IsFree(List<StateStream> all, string name) => name.Length > 0 && !all.Exists(stream => stream.Name == name);

    // The number stays given, whatever it was: frames of it are in journals.
    private static string FreeName(List<StateStream> all, uint id)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"unknown-{id}");
        while (!IsFree(all, name))
            name += '_';
        return name;
    }
}

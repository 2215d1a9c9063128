using System.Globalization;

namespace Benchmarks.Measuring;

/// <summary>A process and those that it started, as Linux counts them.</summary>
internal static class ProcessTree
{
    private const double TicksPerSecond = 100;

    // Places after the name of the program, which is in parentheses and may have spaces.
    private const int ParentField = 1;
    private const int UserField = 11;
    private const int SystemField = 12;

    /// <summary>Ids of a process and of all below it; one that ends meanwhile may be left out.</summary>
    public static IReadOnlyList<int> Of(int root)
    {
        ILookup<int, int> children = Directory.EnumerateDirectories("/proc")
            .Select(Path.GetFileName)
            .Where(name => int.TryParse(name, CultureInfo.InvariantCulture, out _))
            .Select(name => int.Parse(name!, CultureInfo.InvariantCulture))
            .Select(id => (Id: id, Fields: StatOf(id)))
            .Where(process => process.Fields.Length > SystemField)
            .ToLookup(
                process => int.Parse(process.Fields[ParentField], CultureInfo.InvariantCulture), process => process.Id);
        List<int> tree = [root];
        for (int i = 0; i < tree.Count; i++)
            tree.AddRange(children[tree[i]]);
        return tree;
    }

    /// <summary>Processor time of some processes, user and system, in s; those that are gone have none.</summary>
    public static double CpuSeconds(IEnumerable<int> processes) => processes
        .Select(StatOf)
        .Where(fields => fields.Length > SystemField)
        .Sum(fields => (Number(fields[UserField]) + Number(fields[SystemField])) / TicksPerSecond);

    /// <summary>Bytes that some processes caused to be written to disk; those that are gone wrote none.</summary>
    public static double WrittenBytes(IEnumerable<int> processes) =>
        processes.Sum(id => ValueOf($"/proc/{id}/io", "write_bytes:"));

    /// <summary>Memory of some processes that is in RAM, in bytes; what they share is counted for each.</summary>
    public static double MemoryBytes(IEnumerable<int> processes) =>
        processes.Sum(id => 1024.0 * ValueOf($"/proc/{id}/status", "VmRSS:"));

    private static long ValueOf(string file, string name) =>
        Array.Find(Read(file).Split('\n'), line => line.StartsWith(name, StringComparison.Ordinal)) is { } line
            ? Number(line[name.Length..].Replace("kB", "", StringComparison.Ordinal))
            : 0;

    private static string[] StatOf(int process)
    {
        string stat = Read($"/proc/{process}/stat");
        return stat.LastIndexOf(')') is > 0 and var end ? stat[(end + 2)..].Split(' ') : [];
    }

    private static long Number(string text) => long.Parse(text.Trim(), CultureInfo.InvariantCulture);

    // A process may end between the listing and the reading.
    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}

using System.Globalization;

namespace Launcher.Reporting;

/// <summary>What a process used, as Linux counts it.</summary>
/// <param name="CpuSeconds">Processor time of all its threads, s.</param>
/// <param name="Waits">Voluntary context switches: a thread had to wait, and was woken after it.</param>
/// <param name="Preemptions">Involuntary context switches: a thread lost the processor to another.</param>
public sealed record ProcessUsage(double CpuSeconds, long Waits, long Preemptions)
{
    private const double TicksPerSecond = 100;

    /// <summary>What a process used since its start; null where the system does not tell, or the process is gone.
    /// </summary>
    public static ProcessUsage? Read(int process)
    {
        try
        {
            // The name of the program is in parentheses, and may have spaces; utime and stime are fields 14 and 15.
            string stat = File.ReadAllText($"/proc/{process}/stat");
            string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            double seconds = (Number(fields[11]) + Number(fields[12])) / TicksPerSecond;
            long waits = 0;
            long preemptions = 0;
            foreach (string task in Directory.EnumerateDirectories($"/proc/{process}/task"))
            {
                foreach (string line in File.ReadLines(Path.Combine(task, "status")))
                {
                    if (line.StartsWith("voluntary_ctxt_switches:", StringComparison.Ordinal))
                        waits += Number(line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..]);
                    else if (line.StartsWith("nonvoluntary_ctxt_switches:", StringComparison.Ordinal))
                        preemptions += Number(line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..]);
                }
            }

            return new ProcessUsage(seconds, waits, preemptions);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>What each of some processes used since its start; those that cannot be read are left out.</summary>
    public static Dictionary<string, ProcessUsage> Read(IEnumerable<(string Name, int Id)> processes) => processes
        .Select(process => (process.Name, Usage: Read(process.Id)))
        .Where(one => one.Usage is not null)
        .ToDictionary(one => one.Name, one => one.Usage!);

    /// <summary>What each process used between two readings; one that is not in both is left out.</summary>
    public static Dictionary<string, ProcessUsage> Between(
        Dictionary<string, ProcessUsage> first, Dictionary<string, ProcessUsage> last) => last
        .Where(one => first.ContainsKey(one.Key))
        .ToDictionary(one => one.Key, one => one.Value.Since(first[one.Key]));

    /// <summary>
    /// What was used since an earlier reading. Threads that ended meanwhile take their switches along.
    /// </summary>
    public ProcessUsage Since(ProcessUsage earlier) => new(
        CpuSeconds - earlier.CpuSeconds,
        Math.Max(0, Waits - earlier.Waits),
        Math.Max(0, Preemptions - earlier.Preemptions));

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}

using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Security;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Options of the verb `doctor`.</summary>
internal sealed class DoctorOptions
{
    /// <summary>Rate that the disk must keep up with: 38 MB/s is the reference rig as `columns`.</summary>
    [Description("MB/s that the disk must write: 38 is the reference rig as columns, 5 as columns-packed")]
    [Range(0.1, 10_000)]
    public double MBps { get; set; } = 38;

    /// <summary>Machine-readable output.</summary>
    [Description("one JSON object instead of text; may be given as --json")]
    public bool Json { get; set; }
}

/// <summary>
/// The verb `doctor`: checks what the program needs of its machine, with the options that it would run with, and says
/// what to do. It changes nothing, and may run beside the program.
/// </summary>
internal static class DoctorVerb
{
    /// <summary>The verb for the list of a host.</summary>
    /// <param name="subjectOf">What the program needs.</param>
    /// <param name="checks">The checks of its options: each fault is a finding.</param>
    /// <typeparam name="TOptions">The root option class.</typeparam>
    public static HostVerb<TOptions> Create<TOptions>(
        Func<TOptions, DoctorSubject> subjectOf, IReadOnlyList<IOptionsCheck<TOptions>> checks)
        where TOptions : class, IHostOptions, new() =>
        new(
            "doctor",
            "checks what the program needs of this machine, and says what to fix",
            context => Task.FromResult(Run(context, subjectOf, checks)))
        {
            ExtraOptions = typeof(DoctorOptions),
            Flags = [nameof(DoctorOptions.Json)],
            SkipsChecks = true,
        };

    private static int Run<TOptions>(
        VerbContext<TOptions> context,
        Func<TOptions, DoctorSubject> subjectOf,
        IReadOnlyList<IOptionsCheck<TOptions>> checks)
        where TOptions : class, IHostOptions, new()
    {
        DoctorOptions options = context.Extra<DoctorOptions>();
        DoctorSubject subject = subjectOf(context.Options);
        DoctorReport report = new(
            subject.Program,
            [
                .. checks.SelectMany(check => check.Check(context.Options)).Select(ToFinding).OfType<DoctorFinding>(),
                .. Examine(subject, options, new SystemFiles()),
            ]);
        if (options.Json)
            report.PrintJson(context.Streams.Output);
        else
            report.PrintText(context.Streams.Output);
        return report.Failed == 0 ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    // Faults of keys have lines of their own.
    private static DoctorFinding? ToFinding(OptionFault fault) =>
        fault.Key.StartsWith(nameof(ISecuredOptions.Security) + ":", StringComparison.Ordinal)
            ? null
            : DoctorFinding.Fail("options", $"{fault.Key}: {fault.What}", $"allowed is {fault.Allowed}");

    private static IEnumerable<DoctorFinding> Examine(DoctorSubject subject, DoctorOptions options, SystemFiles system)
    {
        yield return ClockCheck.Check(ClockDiscipline.Read());
        DoctorFinding state = StateCheck.Check(subject.StateFolder, out bool isRunning);
        yield return state;
        foreach (string folder in subject.DataFolders.Select(ExistingFolder.Find).Distinct())
        {
            if (Linux.InUse)
                yield return StateCheck.CheckFileSystem(folder, system);
            yield return DiskCheck.CheckSpace(folder, subject.DataBytes);
            yield return DiskCheck.CheckSpeed(folder, options.MBps);
        }

        yield return KeyCheck.CheckLibrary(subject.Transport, hasKeys: subject.Security.KeyFile.Length > 0);
        foreach (DoctorFinding keys in KeyCheck.Check(subject.Security, subject.DemandsKeys))
            yield return keys;
        foreach (DoctorBind bind in subject.Binds)
            yield return NetworkCheck.CheckPort(bind, isRunning);
        if (!Linux.InUse)
            yield break;
        yield return NetworkCheck.CheckFirewall(subject.Binds, system);
        yield return NetworkCheck.CheckBuffers(system);
        yield return LimitCheck.CheckFiles(system);
        yield return LimitCheck.CheckMemory(system, subject.MemoryBytes);
        if (subject.RingFolder.Length > 0)
            yield return LimitCheck.CheckRing(subject.RingFolder, subject.RingBytes);
        foreach (DoctorFinding scheduler in SchedulerCheck.Check(system, Environment.ProcessorCount))
            yield return scheduler;
    }
}

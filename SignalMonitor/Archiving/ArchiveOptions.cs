using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Schema;

namespace SignalMonitor.Archiving;

/// <summary>Where finished recordings of all rigs are copied, and what is known of them.</summary>
public sealed class ArchiveOptions
{
    /// <summary>
    /// Root of the archive: a folder that is there, such as a mounted share. Empty = there is no archive. Given
    /// together with <see cref="ConnectionString"/>.
    /// </summary>
    [Description("folder of the archive, such as a mounted share; it must be there; empty = no archive")]
    public string Folder { get; set; } = "";

    /// <summary>
    /// Npgsql's connection string of the catalogue; the database must be there, its tables are made in the schema
    /// `telemetry_archive`. Never shown. A password may be in the file that `Passfile` names, or in ~/.pgpass.
    /// </summary>
    [Secret]
    [Description("catalogue in PostgreSQL: Host=...;Database=...;Username=...;Passfile=...; never shown")]
    public string ConnectionString { get; set; } = "";

    /// <summary>MB a second that are copied at most, 0 to 100,000; 0 = no limit.</summary>
    [Description("MB a second that are copied into the archive at most; 0 = no limit")]
    [Range(0, 100_000)]
    public int MegabytesPerSecond { get; set; } = 100;

    /// <summary>
    /// Minutes for computing the results of one test, 0 to 10,080. A test that takes longer is archived without
    /// results; 0 = none are computed.
    /// </summary>
    [Description("minutes for computing the results of one test; longer ones are archived without; 0 = no results")]
    [Range(0, 10_080)]
    public int ResultMinutes { get; set; } = 30;

    /// <summary>True when there is an archive.</summary>
    internal bool IsOn => Folder.Length > 0;

    /// <summary>Full path of the root.</summary>
    internal string Root => Path.GetFullPath(Folder);

    /// <summary>Limits of one copy.</summary>
    internal ArchivePace NewPace(TimeProvider time) =>
        new(time, MegabytesPerSecond * 1_000_000L, TimeSpan.FromMinutes(ResultMinutes));
}

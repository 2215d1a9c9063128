using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Schema;

namespace SignalMonitor.Variables;

/// <summary>Where signal variables, limits and test runs are kept.</summary>
public sealed class DatabaseOptions
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string DefaultFile = "variables.db";

    /// <summary>sqlite: a file. postgres: a server. none: there are no variables, limits and test runs.</summary>
    [Description("where signal variables are kept: sqlite (a file), postgres (a server) or none")]
    public DatabaseProvider Provider { get; set; } = DatabaseProvider.Sqlite;

    /// <summary>Whose variables, limits and test runs: site/rig of the rig that this monitor follows.</summary>
    [Description("site/rig whose variables and limits are used")]
    [RegularExpression("^[a-z0-9_-]{1,24}/[a-z0-9_-]{1,24}$")]
    public string Station { get; set; } = "lab/rig1";

    /// <summary>
    /// The file of sqlite. Empty = `variables.db` in the state folder, which is made when it is missing. A file that is
    /// named here must be there: only `signals import` makes it, so that a mistyped path is no empty database. Ignored
    /// by the others.
    /// </summary>
    [Description("sqlite: the file; empty = variables.db in the state folder")]
    public string Path { get; set; } = "";

    /// <summary>
    /// Npgsql's connection string; the database must be there, its tables are made. Never shown. A password may be
    /// in the file that `Passfile` names, or in ~/.pgpass. Ignored by the others.
    /// </summary>
    [Secret]
    [Description("postgres: Host=...;Database=...;Username=...;Passfile=...; never shown")]
    public string ConnectionString { get; set; } = "";
}

/// <summary>Kinds of database.</summary>
public enum DatabaseProvider
{
    /// <summary>A file.</summary>
    Sqlite,

    /// <summary>A server.</summary>
    Postgres,

    /// <summary>No variables, limits and test runs.</summary>
    None,
}

using System.Data.Common;
using Npgsql;

namespace SignalMonitor.Variables.Postgres;

/// <summary>Judges a connection string without showing it.</summary>
internal static class PostgresAddress
{
    /// <summary>
    /// What is wrong with it; null = nothing that can be seen without a server. Never a part of a password.
    /// </summary>
    public static string? FindFault(string connectionString)
    {
        try
        {
            return string.IsNullOrEmpty(new NpgsqlConnectionStringBuilder(connectionString).Host)
                ? "it names no Host"
                : null;
        }
        catch (Exception e) when (e is ArgumentException or FormatException or KeyNotFoundException)
        {
            return Reason(connectionString);
        }
    }

    // Messages of the parser quote what they did not understand: a password with a semicolon in it would be shown.
    private static string Reason(string connectionString)
    {
        try
        {
            _ = new DbConnectionStringBuilder { ConnectionString = connectionString };
            return "it has a key or a value that is unknown to Npgsql";
        }
        catch (ArgumentException)
        {
            return "it is not a list of Key=Value pairs";
        }
    }
}

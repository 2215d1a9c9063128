namespace FuncLibs.Hosting;

/// <summary>Exit codes of all processes.</summary>
public static class ExitCodes
{
    /// <summary>Stopped cleanly.</summary>
    public const int Ok = 0;

    /// <summary>An unhandled exception, or the process did not stop in time.</summary>
    public const int FatalError = 1;

    /// <summary>The configuration is invalid, or a resource that start-up needs is not available.</summary>
    public const int CannotStart = 2;
}

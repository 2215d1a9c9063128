namespace FuncLibs.Hosting;

/// <summary>Exit codes of all processes.</summary>
public static class ExitCodes
{
    /// <summary>Stopped cleanly.</summary>
    public const int Ok = 0;

    /// <summary>Died of an unhandled exception, or did not stop in time.</summary>
    public const int Died = 1;

    /// <summary>The configuration is wrong, or something that start-up needs is not to be had.</summary>
    public const int CannotStart = 2;
}

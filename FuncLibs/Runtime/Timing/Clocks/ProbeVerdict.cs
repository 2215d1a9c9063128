namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>What an exchange of time stamps said.</summary>
public enum ProbeVerdict : byte
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>It is in the window.</summary>
    Used,

    /// <summary>Its stamps cannot be those of an exchange.</summary>
    Refused,

    /// <summary>It contradicts what was known: one of the clocks was stepped. The window begins anew with it.</summary>
    Jumped,
}

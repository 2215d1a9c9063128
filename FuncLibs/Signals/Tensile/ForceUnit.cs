namespace FuncLibs.Signals.Tensile;

/// <summary>Unit of a force column.</summary>
public enum ForceUnit : byte
{
    /// <summary>N.</summary>
    Newton,

    /// <summary>kN.</summary>
    Kilonewton,
}

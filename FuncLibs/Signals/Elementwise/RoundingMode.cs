namespace FuncLibs.Signals.Elementwise;

/// <summary>Which neighbour <c>round</c> takes. The default is what engineers expect of a displayed value: halves away from zero.</summary>
public enum RoundingMode
{
    /// <summary>To the nearest; halves away from zero: 2.5 -> 3, -2.5 -> -3.</summary>
    HalfAway,

    /// <summary>To the nearest; halves to the even neighbour: 2.5 -> 2, as IEEE 754 roundTiesToEven.</summary>
    HalfEven,

    /// <summary>To the neighbour towards +infinity.</summary>
    Up,

    /// <summary>To the neighbour towards -infinity.</summary>
    Down,

    /// <summary>To the neighbour towards zero.</summary>
    TowardZero,
}

namespace FuncLibs.Signals.Elementwise;

/// <summary>How the quality of a result without state follows from its operands.</summary>
internal enum QualityPassing : byte
{
    /// <summary>The worst of all operands.</summary>
    Worst,

    /// <summary>Of <c>isnan</c>: an invalid value is a sure answer, all else passes.</summary>
    Answered,

    /// <summary>Of <c>coalesce(a, b)</c>: that of the operand taken.</summary>
    FirstNumber,

    /// <summary>
    /// Of <c>if(c, a, b)</c>: the worse of the condition and the operand taken; all three when the condition is NaN.
    /// </summary>
    Chosen,
}

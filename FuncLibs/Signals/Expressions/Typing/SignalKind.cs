namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>What an expression gives.</summary>
public enum SignalKind : byte
{
    /// <summary>One number that never changes: made of constants alone.</summary>
    Number,

    /// <summary>A value for each point of its rate.</summary>
    Column,

    /// <summary>One value of a whole test, pending while it may change, then final: Rm, or a formula of such.</summary>
    Result,

    /// <summary>A table: rainflow classes, closed cycles.</summary>
    Table,
}

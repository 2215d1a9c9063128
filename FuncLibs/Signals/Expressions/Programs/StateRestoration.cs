namespace FuncLibs.Signals.Expressions.Programs;

/// <summary>How restoring saved memory went; <c>default</c> restored nothing.</summary>
/// <param name="Restored">Memories that go on where they stopped.</param>
/// <param name="Fresh">Memories that begin anew: their variable was changed, is new, or its part was damaged.</param>
/// <param name="IsIntact">False when the bytes ended early or were no saved memory; what came before was still used.</param>
public readonly record struct StateRestoration(int Restored, int Fresh, bool IsIntact);

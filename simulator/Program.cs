using FuncLibs.Hosting.Programs;
using Simulator.Hosting;

return await HostProgram.RunAsync(args, SimulatorHost.Definition);

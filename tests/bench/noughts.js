// Noughts and crosses on boardgame.io: `node noughts.js SECONDS` prints the moves a second of processor time of its reducer, driven as its own simulator does.
const { ProcessGameConfig, InitializeGame, CreateGameReducer } = require('boardgame.io/internal');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const full = (cells, line) => cells[line[0]] !== null && line.every(at => cells[at] === cells[line[0]]);
const game = ProcessGameConfig({
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some(line => full(G.cells, line))) return { winner: ctx.currentPlayer };
    if (G.cells.every(cell => cell !== null)) return { draw: true };
  },
});
const reducer = CreateGameReducer({ game });

function play() {
  let state = InitializeGame({ game }), moves = 0;
  while (state.ctx.gameover === undefined) {
    const free = [];
    state.G.cells.forEach((mark, cell) => { if (mark === null) free.push(cell); });
    const args = [free[Math.floor(Math.random() * free.length)]];
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type: 'take', args, playerID: state.ctx.currentPlayer } });
    moves++;
  }
  return moves;
}

for (let warm = 0; warm < 200; warm++) play();
const spent = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
const seconds = Number(process.argv[2]), start = spent();
let moves = 0;
while (spent() - start < seconds) moves += play();
console.log(moves / (spent() - start));
